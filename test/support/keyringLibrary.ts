import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder } from './cliRun.ts';

/** A library with the shape of the real one, which keeps its entries in a file beside it. */
export const library = (setPassword: string): string => `
const fs = require('node:fs');
const file = require('node:path').join(__dirname, 'kept.json');
const read = () => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
const write = (all) => fs.writeFileSync(file, JSON.stringify(all));
exports.AsyncEntry = class {
  constructor(service, account) { this.key = service + '/' + account; }
  async getPassword() { return read()[this.key] ?? null; }
  async setPassword(password) { ${setPassword} }
  async deletePassword() { const { [this.key]: gone, ...rest } = read(); write(rest); return true; }
};`;

/** What `setPassword` of a keyring does that keeps what it is given. */
export const storingSetPassword = 'write({ ...read(), [this.key]: password });';

/** Writes a keyring library into a folder, with this body of `setPassword`. */
export function withLibrary(setPassword: string, use: (path: string) => Promise<void>): Promise<void> {
  return inTempFolder((folder) => {
    const path = join(folder, 'keyring.js');
    writeFileSync(path, library(setPassword));
    return use(path);
  });
}
