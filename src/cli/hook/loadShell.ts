import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { digestOf } from './digest.ts';
import type * as Shell from './shell/main.ts';

interface Compiling extends Module {
  _compile(source: string, path: string): void;
}

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
  const bundle = new Module(path) as Compiling;
  bundle.filename = path;
  bundle._compile(source.toString('utf8'), path);
  return bundle.exports as typeof Shell;
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
