import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../exitCodes.ts';
import { type Resource } from './resources/resource.ts';
import { ownFile } from './resources/ownFile.ts';

export interface HandlerFilesOptions {
  /** Where the bundles of the running program lie. */
  readonly bundles: string;
  /** `bin/<version>` of the person. */
  readonly target: string;
  /** The Node that runs now: an editor started from a menu may not find one on its PATH. */
  readonly node: string;
  readonly keyringModule: string | undefined;
}

const names = ['loader.js', 'hook.js', 'session.js'] as const;

/** What the shims run, copied to the person's own folder, so that moving or updating the program breaks no hook. */
export async function handlerFiles({
  bundles,
  target,
  node,
  keyringModule,
}: HandlerFilesOptions): Promise<Resource[]> {
  const files = await Promise.all(
    names.map(async (name) => [name, await readBundle(join(bundles, name))] as const),
  );
  const digests = files.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]);
  const manifest = {
    files: Object.fromEntries(digests) as Record<string, string>,
    ...(keyringModule !== undefined && { keyring: keyringModule }),
  };
  return [
    ...files.map(([name, bytes]) => ownFile(join(target, name), bytes)),
    ownFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`),
    ownFile(join(target, 'node'), `${node}\n`),
  ];
}

async function readBundle(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError(`${path} is missing, so there is nothing to guard with.`, {
      remedy: 'Reinstall service-cli.',
      cause,
    });
  }
}
