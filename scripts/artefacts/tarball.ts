import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { sourceDateEpoch } from './sourceDate.ts';
import { readFiles, type StagedFile } from './stage.ts';

/**
 * Writes files as an npm package: below `package/`, in the order of their names, with one time and one mode. The bytes
 * depend on the files and the Node alone: `npm pack` of two versions of npm writes two different archives.
 * @param files by their paths in the package; a path in `programs` is executable
 */
export async function writeTarball(
  tarball: string,
  files: ReadonlyMap<string, StagedFile>,
  programs: readonly string[],
): Promise<void> {
  const mtime = new Date((await sourceDateEpoch()) * 1000);
  const entries = (await readFiles(files)).map(([path, body]) => {
    const mode = programs.includes(path) ? 0o755 : 0o644;
    return { header: { name: `package/${path}`, size: body.length, mtime, mode }, body };
  });
  await writeFile(tarball, gzipSync(await packTar(entries), { level: 9 }));
}
