import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withChunks } from './bundleContents.ts';
import { shippedCodeOf, noticesOf } from './shippedCode.ts';
import { copiesOf, type StagedFile } from './stage.ts';

const root = join(import.meta.dirname, '../..');

/** A container image. Its Containerfile builds from the root of the repository. */
export interface Image {
  readonly containerfile: string;
  /** Names in `scripts/bundles.ts`; the chunks that they load come with them. */
  readonly bundles: readonly string[];
}

export const images: Readonly<Record<string, Image>> = {
  'tool-server': { containerfile: 'Containerfile', bundles: ['cli', 'tools'] },
  relay: { containerfile: 'deploy/relay/Containerfile', bundles: ['cli', 'relay'] },
  emulator: { containerfile: 'deploy/emulator/Containerfile', bundles: ['cli', 'platform'] },
};

export async function imageNotices(name: string, { bundles }: Image): Promise<string> {
  const { bundled } = await shippedCodeOf(withChunks(bundles));
  return noticesOf(`The image ${name}`, bundled);
}

/** Returns the files of the image by their paths below `/app`, except packages in `node_modules`. */
export async function imageFiles(name: string, image: Image): Promise<ReadonlyMap<string, StagedFile>> {
  return new Map<string, StagedFile>([
    ...copiesOf(root, [...withChunks(image.bundles), 'LICENSE']),
    ['THIRD_PARTY_NOTICES.md', { text: await imageNotices(name, image) }],
  ]);
}

/** Returns the base of the last stage, which the image is built on. */
export async function baseOf({ containerfile }: Image): Promise<string> {
  const text = await readFile(join(root, containerfile), 'utf8');
  const base = [...text.matchAll(/^FROM (?<base>\S+)/gmu)].at(-1)?.groups?.base;
  if (base === undefined) throw new Error(`${containerfile} names no base.`);
  return base;
}
