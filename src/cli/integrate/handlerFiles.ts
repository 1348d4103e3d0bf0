import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { commonJsPackage } from '../../node/files/serviceHome.ts';
import { CliError } from '../exitCodes.ts';
import { digestOf } from '../digest.ts';
import { type Resource, ownFile } from './resources/resource.ts';

interface HandlerFilesOptions {
  readonly bundles: string;
  readonly target: string;
  /** Path of the Node that runs now: an editor started from a menu may not find Node on its PATH. */
  readonly node: string;
  readonly keyringModule: string | undefined;
}

const names = [
  'loader.js',
  'hook.js',
  'policy.js',
  'projectRules.js',
  'session.js',
  'shell.js',
  'writes.js',
] as const;

/**
 * Returns the files that the shims run, copied to the user's folder, so that moving or updating the program does not
 * break a hook.
 *
 * @throws {CliError} when a bundle is missing.
 */
export async function handlerFiles({
  bundles,
  target,
  node,
  keyringModule,
}: HandlerFilesOptions): Promise<Resource[]> {
  const files = await Promise.all(
    names.map(async (name) => [name, await readBundle(join(bundles, name))] as const),
  );
  const digests = files.map(([name, bytes]) => [name, digestOf(bytes)]);
  const manifest = {
    files: Object.fromEntries(digests) as Record<string, string>,
    ...(keyringModule !== undefined && { keyring: keyringModule }),
  };
  return [
    ...files.map(([name, bytes]) => ownFile(join(target, name), bytes)),
    ownFile(join(target, commonJsPackage.name), commonJsPackage.text),
    tolerant(join(target, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`, (text) => {
      const { files: noted } = JSON.parse(text) as { files?: unknown };
      return isDeepStrictEqual(noted, manifest.files);
    }),
    tolerant(join(target, 'node'), `${node}\n`, (text) => isAbsolute(text.trim())),
  ];
}

/**
 * Returns a file with a part that depends on the Node that wrote it. Its status is `CONFIGURED` as long as the rest is
 * sound.
 */
function tolerant(path: string, text: string, isSound: (text: string) => boolean): Resource {
  const file = ownFile(path, text);
  return {
    ...file,
    inspect: (current) =>
      current && isSoundText(Buffer.from(current).toString('utf8'), isSound)
        ? [{ part: '', status: 'CONFIGURED' }]
        : file.inspect(current),
  };
}

function isSoundText(text: string, isSound: (text: string) => boolean): boolean {
  try {
    return isSound(text);
  } catch {
    // A text that cannot be parsed is not sound; the caller reports it as INVALID CONFIG.
    return false;
  }
}

async function readBundle(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError(`${path} is missing, so no hooks can be installed.`, {
      fix: 'Reinstall service-cli.',
      cause,
    });
  }
}
