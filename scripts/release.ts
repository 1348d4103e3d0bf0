/**
 * `npm run release -- --dry-run`: writes every artefact of a release into `build/`, without a network: VSIX, npm packages,
 * MCP bundle, SBOMs, notices and SHA256SUMS. Prints their sizes and what a publisher does next. It publishes nothing, so
 * without `--dry-run` it ends with exit code 2.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { imageNotices, images } from './artefacts/images.ts';
import { publishingSteps } from './artefacts/publishing.ts';
import { writeSboms } from './artefacts/sbom.ts';
import { sourceDateEpoch } from './artefacts/stage.ts';
import { missingNames, publicSurface, recordedSurface } from './documents/publicSurface.ts';
import { buildMcpb } from './mcpb.ts';
import { readManifest } from './packagedExtension.ts';
import { run } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build');
const { values } = scriptOptions({ options: { 'dry-run': { type: 'boolean', default: false } } });
if (!values['dry-run']) {
  console.error(
    'This script publishes nothing. To make the files of a release: npm run release -- --dry-run',
  );
  process.exit(2);
}

requireRecordedSurface();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
// For every process that writes a file with a time in it.
process.env.SOURCE_DATE_EPOCH = String(await sourceDateEpoch());
await run(process.execPath, ['scripts/package.ts'], root);
await buildMcpb(folder);
await writeSboms(folder);
await writeImageNotices();
await writeChecksums();
for (const name of await artefacts()) {
  const { size } = await stat(join(folder, name));
  console.log(`${String(Math.ceil(size / 1024)).padStart(6)} KB  build/${name}`);
}
console.log(publishingSteps(await readManifest(), await artefacts()));

/** @throws Error when something new is not recorded: a later version could remove it unnoticed */
function requireRecordedSurface(): void {
  const added = missingNames(publicSurface(), recordedSurface());
  if (added.length > 0)
    throw new Error(
      `Run npm run generate:docs, which records the public surface. New are: ${added.join(', ')}`,
    );
}

/** The notices of VSIX and npm packages are in them; those of images are beside the SBOMs as well. */
async function writeImageNotices(): Promise<void> {
  const { version } = await readManifest();
  for (const [name, image] of Object.entries(images)) {
    const file = join(folder, `image-${name}-${version}.THIRD_PARTY_NOTICES.md`);
    await writeFile(file, await imageNotices(name, image));
  }
}

/** In the format of `sha256sum --check`. */
async function writeChecksums(): Promise<void> {
  const lines = await Promise.all(
    (await artefacts()).map(async (name) => {
      const digest = createHash('sha256').update(await readFile(join(folder, name)));
      return `${digest.digest('hex')}  ${basename(name)}\n`;
    }),
  );
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

async function artefacts(): Promise<string[]> {
  return (await readdir(folder)).sort();
}
