import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { noFollow, noWait, readAtMost } from '../node/files/openFile.ts';
import { serviceHome } from '../node/files/serviceHome.ts';

/** The fewest characters of a value that has a number; a shorter one could be guessed with the key. */
const shortest = 12;

/** Milliseconds after which values get other numbers. */
const keyLifeMs = 24 * 60 * 60 * 1_000;

const keyBytes = 32;

/** Numbers have five digits. */
const numbers = 100_000;

/**
 * Returns a function that gives a value the number of its placeholder: the same one in all outputs of a day, so that an
 * agent can compare; undefined for a short value, and where no key can be kept. A number is cut from a digest under a random
 * key, so no value is kept, and none can be found from its number.
 */
export function valueNumbers(env: NodeJS.ProcessEnv): (value: string) => number | undefined {
  /** `undefined` until the first value, and `null` when no key can be kept. */
  let key: Buffer | null | undefined;
  return (value) => {
    if (value.length < shortest) return undefined;
    key = key === undefined ? keyOf(env) : key;
    if (key === null) return undefined;
    return crypto().createHmac('sha256', key).update(value).digest().readUInt32BE(0) % numbers;
  };
}

function keyOf(env: NodeJS.ProcessEnv): Buffer | null {
  try {
    const path = serviceHome(env).maskKey;
    // A check of `system status` changes no file.
    return readKey(path) ?? (env.SERVICE_HOOK_CHECK === '1' ? null : createKey(path));
  } catch {
    // For example a full disk, or another process that made the key first. Placeholders then have no numbers.
    return null;
  }
}

/** Returns the key of the last day, and removes an older one. */
function readKey(path: string): Buffer | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const file = openSync(path, constants.O_RDONLY | noFollow | noWait);
  try {
    if (Math.abs(Date.now() - fstatSync(file).mtimeMs) < keyLifeMs) {
      const key = readAtMost(file, keyBytes);
      if (key?.length !== keyBytes) throw new Error('the key is not complete');
      return key;
    }
  } finally {
    closeSync(file);
  }
  rmSync(path);
  return undefined;
}

function createKey(path: string): Buffer {
  const key = crypto().randomBytes(keyBytes);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, key, { flag: 'wx', mode: 0o600 });
  return key;
}

/** Loaded on first use: it takes a third of a bare start of Node. */
const crypto = () => process.getBuiltinModule('node:crypto');
