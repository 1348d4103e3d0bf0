import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './digest.ts';
import { runSource } from './runSource.ts';
import type * as Shell from './shell/main.ts';

/**
 * Loads the bundle that reads command lines, if it is byte for byte the one that `integrate` installed. The loader
 * checks the other bundles; it leaves this one out, because most events do not need it.
 *
 * @throws when the bundle is missing or damaged.
 */
export function loadShell(): typeof Shell {
  const path = join(__dirname, 'shell.js');
  const source = readFileSync(path);
  const digest = installedDigest();
  if (digest !== undefined && digest !== digestOf(source))
    throw new Error('shell.js differs from what was installed');
  return runSource(source, path) as typeof Shell;
}

/** Returns undefined beside the program itself, which has no list of digests. */
function installedDigest(): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(__dirname, 'manifest.json'), 'utf8');
  } catch {
    // The loader has read the list already, so that it is missing only where nothing was installed.
    return undefined;
  }
  return (JSON.parse(text) as { files: Record<string, string> }).files['shell.js'] ?? 'none';
}
