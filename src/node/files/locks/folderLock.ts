import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import type { Generation, GenerationLock } from '../../../core/gate/windows/election.ts';
import { parseIfValid } from '../../../core/parsing.ts';
import { makeFolder, readTextIfPresent, writeTextAtomically } from '../textFile.ts';
import { createWhole, holderSchema, hasProcessEnded, ownHolder } from './lockFile.ts';
import { systemCodeOf } from '../../systemError.ts';

const lockFile = z.object({ ...holderSchema.def.shape, isReleased: z.boolean() });

/**
 * A lock whose generations are files `lead.<n>` of one folder. A complete file is linked into place, so that readers
 * never see a partial file, and of two processes that create the same generation one fails. The file of a living
 * holder is never deleted, so a slow window can never mistake a fresh lock for the dead one that it has read.
 */
export class FolderLock implements GenerationLock {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  latest(): Promise<Generation | undefined> {
    return asStorage(this.#folder, async () => {
      const number = Math.max(...(await this.#numbers()));
      if (number === -Infinity) return undefined;
      const path = this.#path(number);
      // A file that is partial or of another version has no known holder. Its unchanged modification time shows whether
      // the holder is dead.
      const file = parseIfValid(lockFile, (await readTextIfPresent(path)) ?? '');
      const { mtimeMs } = await stat(path);
      return {
        number,
        isOver: file !== undefined && (file.isReleased || hasProcessEnded(file)),
        heartbeat: String(mtimeMs),
      };
    });
  }

  create(number: number): Promise<boolean> {
    return asStorage(this.#folder, async () => {
      await makeFolder(this.#folder);
      if (!(await createWhole(this.#path(number), JSON.stringify(held)))) return false;
      await this.#forgetBefore(number);
      return true;
    });
  }

  heartbeat(number: number): Promise<void> {
    const now = new Date();
    return asStorage(this.#folder, () => utimes(this.#path(number), now, now));
  }

  release(number: number): Promise<void> {
    return writeTextAtomically(this.#path(number), JSON.stringify({ ...held, isReleased: true }));
  }

  #path(number: number): string {
    return join(this.#folder, `lead.${number}`);
  }

  async #numbers(): Promise<readonly number[]> {
    try {
      const names = await readdir(this.#folder);
      return names.flatMap((name) => (/^lead\.\d{1,15}$/.test(name) ? Number(name.slice(5)) : []));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Keeps the previous generation: a slow reader may have listed it, but not the new one yet. */
  async #forgetBefore(number: number): Promise<void> {
    const old = (await this.#numbers()).filter((known) => known < number - 1);
    await Promise.all(old.map((known) => rm(this.#path(known), { force: true })));
  }
}

const held: z.output<typeof lockFile> = { ...ownHolder, isReleased: false };

async function asStorage<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (Failure.is(error)) throw error;
    throw new Failure('storage', `The locks in ${folder} cannot be used`, { cause: error });
  }
}
