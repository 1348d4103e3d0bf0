import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative, resolve, sep } from 'node:path';
import { shippedCodeOf, noticesOf } from './artefacts/shippedCode.ts';
import { copiesOf, stageFiles, type StagedFile, sourceDateEpoch } from './artefacts/stage.ts';
import type { InstalledExtension } from './editor/home.ts';
import { run } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

/** The fields of this repository's package.json that packaging reads. */
export interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository?: unknown;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Returns the files of the VSIX, relative to the repository and sorted: those that `.vscodeignore` allows.
 *
 * It reads only the folders that the patterns of that file name. vsce compares every file of the repository with every
 * pattern, which takes seconds of processor time, and each process of the UI tests needs the list.
 * @throws Error if `.vscodeignore` does not begin by ignoring everything
 */
export async function vsixFiles(): Promise<string[]> {
  const text = await readFile(join(root, '.vscodeignore'), 'utf8');
  const [first, ...patterns] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '**' || !patterns.every((pattern) => pattern.startsWith('!')))
    throw new Error('.vscodeignore must ignore everything first and allow files after that.');
  const files = await Promise.all(patterns.map((pattern) => filesMatching(pattern.slice(1))));
  return [...new Set(files.flat())].sort();
}

/** Files of the repository that match a pattern. Only the last part of the pattern may have wildcards. */
async function filesMatching(pattern: string): Promise<string[]> {
  const isDeep = pattern.endsWith('/**');
  const folder = dirname(pattern);
  const entries = await readdir(join(root, folder), { recursive: isDeep, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => matchesGlob(file, pattern));
}

export async function vsixContents(): Promise<ReadonlyMap<string, StagedFile>> {
  const files = await vsixFiles();
  const { bundled } = await shippedCodeOf(files.filter((file) => file.startsWith('dist/')));
  const notices = { text: noticesOf('Service for IDE', bundled) };
  // The page in the marketplace is for users; the README of the repository is for those who build it.
  const page = { from: join(root, 'deploy/marketplace.md') };
  return new Map<string, StagedFile>([
    ...copiesOf(root, files),
    ['README.md', page],
    ['THIRD_PARTY_NOTICES.md', notices],
  ]);
}

/** The built extension as its VSIX would hold it, to be laid out as an installed one. */
export async function packagedExtension(): Promise<InstalledExtension> {
  const { publisher, name, version } = await readManifest();
  return { id: `${publisher}.${name}`, version, from: root, files: await vsixFiles() };
}

/**
 * Writes the VSIX of the built tree into `folder`. Returns its path. The bytes depend on the files, the Node and the time
 * of the commit: files have one order, time and mode.
 */
export async function writeVsix(folder: string): Promise<string> {
  const { name, version, repository } = await readManifest();
  const packagePath = join(resolve(folder), `${name}-${version}.vsix`);
  const stage = temporaryFolder('vsix');
  await stageFiles(stage, await vsixContents());
  // In a separate process, because the function prints on stdout.
  await run(
    process.execPath,
    [
      join(root, 'node_modules/@vscode/vsce/vsce'),
      'package',
      // All code is bundled: no folder of node_modules goes along.
      '--no-dependencies',
      '--out',
      packagePath,
      // The README's pictures are files beside it, because the repository has no public address yet.
      ...(repository === undefined ? ['--allow-missing-repository', '--no-rewrite-relative-links'] : []),
    ],
    stage,
    // A zip stores local times, and the order of the files follows the language.
    { SOURCE_DATE_EPOCH: String(await sourceDateEpoch()), TZ: 'UTC', LC_ALL: 'C' },
  );
  return packagePath;
}
