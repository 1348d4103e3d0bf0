import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { CliError } from '../exitCodes.ts';
import type { Layout } from './layout.ts';
import { allResources } from './plan.ts';

/**
 * Checks that this user may write the machine-wide files. Where a normal user may do so, the hooks would be useless:
 * every program of that user could replace them.
 *
 * @throws {CliError} otherwise.
 */
export function assertAdministrator(layout: Layout): void {
  const isRealMachine = layout.root === parse(layout.root).root;
  // On Windows, the folders can be written with the rights of an administrator only.
  const isOther = isRealMachine && process.getuid !== undefined && process.getuid() !== 0;
  const refused = allResources(layout).find(({ path }) => isOther || !isWritable(path));
  if (refused)
    throw new CliError(`${refused.path} cannot be written.`, {
      fix: 'Run this as an administrator, for example with sudo.',
    });
}

function isWritable(path: string): boolean {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    return true;
  } catch {
    // The caller names the path.
    return false;
  }
}
