import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withLock } from '../../src/node/files/locks/lock.ts';

/** How long one installer waits for another, milliseconds. */
const patienceMs = 10 * 60_000;

/**
 * Makes a folder of the cache once per machine; later calls return at once.
 *
 * It is put together in a folder beside its place and renamed as the last step, so half an install is never taken for a
 * whole one; a lock keeps a second installer waiting, not building.
 * @param stamp an install with another stamp is made again
 * @param build fills the empty folder that it gets
 */
export async function installStamped(
  folder: string,
  stamp: string,
  build: (part: string) => Promise<void>,
): Promise<void> {
  if (await hasStamp(folder, stamp)) return;
  await mkdir(dirname(folder), { recursive: true });
  // Another installer may need minutes: only its heartbeat tells whether it was killed.
  await withLock(
    folder,
    async () => {
      if (await hasStamp(folder, stamp)) return;
      const part = `${folder}.part`;
      await rm(part, { recursive: true, force: true });
      await mkdir(part);
      await build(part);
      await writeFile(join(part, 'stamp'), stamp);
      await rm(folder, { recursive: true, force: true });
      await rename(part, folder);
    },
    patienceMs,
  );
}

async function hasStamp(folder: string, stamp: string): Promise<boolean> {
  const file = join(folder, 'stamp');
  return existsSync(file) && (await readFile(file, 'utf8')) === stamp;
}
