import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../processGroup.ts';

/** A file of an artefact: copied from the disk, or written with this text. */
export type StagedFile = { readonly from: string } | { readonly text: string };

/**
 * Puts the files of an artefact into an empty folder, so that an artefact holds nothing else. All of them get the same
 * mode, whatever the umask of the checkout was.
 * @param files by their paths below the folder
 */
export async function stageFiles(folder: string, files: ReadonlyMap<string, StagedFile>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, file] of files) {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    await ('from' in file ? copyFile(file.from, to) : writeFile(to, file.text));
    await chmod(to, 0o644);
  }
}

/** Returns files that keep their paths below `root`. */
export function copiesOf(root: string, paths: readonly string[]): ReadonlyMap<string, StagedFile> {
  return new Map(paths.map((path) => [path, { from: join(root, path) }]));
}

/** Returns the paths and bytes of files, in the order of the paths, which is the order that archives have. */
export function readFiles(files: ReadonlyMap<string, StagedFile>): Promise<[path: string, bytes: Buffer][]> {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sorted.map(async ([path, file]) => [
      path,
      'from' in file ? await readFile(file.from) : Buffer.from(file.text),
    ]),
  );
}

/**
 * Returns the time that all files of an artefact carry, in seconds since 1970: `SOURCE_DATE_EPOCH`, else the time of the
 * last commit. So two builds of one commit give the same bytes, whenever they run.
 * @throws Error when neither is known, as in an unpacked archive of the source
 */
export async function sourceDateEpoch(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  const text = given ?? (await run('git', ['log', '-1', '--format=%ct'], import.meta.dirname)).trim();
  if (!/^\d{9,10}$/u.test(text))
    throw new Error(`SOURCE_DATE_EPOCH must be a time in seconds since 1970, not ${text}.`);
  return Number(text);
}
