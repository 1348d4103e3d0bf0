import { join } from 'node:path';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { emptyJournal, journalSchema } from '../../core/gate/journal/journal.ts';
import type { GateFiles } from '../../core/gate/monitor.ts';
import type { Log } from '../../core/log.ts';
import {
  fileNameOf,
  holderSchema,
  hasProcessEnded,
  sharesProcessIds,
  ownHolder,
  createWhole,
} from './locks/lockFile.ts';
import { JsonFile } from './storedJson.ts';
import type { Event } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { parseIfValid } from '../../core/parsing.ts';
import {
  windowRecordSchema,
  type WindowRegistryStore,
  type WindowRecord,
} from '../../core/gate/windows/windowRegistry.ts';
import { readTextIfPresent, writeTextAtomically, makeFolder } from './textFile.ts';
import { FolderWatch } from './folderWatch.ts';
import { systemCodeOf } from '../systemError.ts';
import type { Generation, GenerationLock } from '../../core/gate/windows/election.ts';

/**
 * Opens the files below `folder` through which the windows of one editor cooperate. The journal's name contains its
 * version: a window with another version of the extension uses a separate journal instead of treating this one as
 * damaged.
 */
export function openGateFiles(folder: string, log: Log): GateFiles & Disposable {
  const scope = new DisposableStore();
  const path = join(folder, 'journal.1.json');
  return {
    journal: scope.add(new JsonFile({ path, schema: journalSchema, empty: emptyJournal, log })),
    registryStore: scope.add(new WindowFolder(join(folder, 'windows'), log)),
    lockOf: (connection) => new FolderLock(join(folder, 'leaders', fileNameOf(connection))),
    dispose: () => scope.dispose(),
  };
}

const day = 24 * 60 * 60 * 1000;
/**
 * This machine cannot check whether a window on another host is alive, for instance in a rebuilt container, or on this
 * machine under the host name that it had in another network. Such a window is treated as not focused when it has
 * written nothing for this long.
 */
const quietAfterMs = day;
/** The file of such a window is deleted after this time, because the window will not return. */
const forgottenAfterMs = 30 * day;

const windowFile = z.object({ ...holderSchema.def.shape, record: windowRecordSchema });

/** One small file per window. Only that window writes it. */
class WindowFolder implements WindowRegistryStore, Disposable {
  readonly #folder: string;
  readonly #log: Log;
  readonly #watch: FolderWatch;
  readonly onDidChange: Event<void>;
  #own: string | undefined;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
    this.#watch = new FolderWatch({ folder, isOurs: (name) => name.endsWith('.json'), log });
    this.onDidChange = this.#watch.onDidChange;
  }

  async publish(record: WindowRecord): Promise<void> {
    this.#own = this.#pathOf(`${fileNameOf(record.window)}.json`);
    await writeTextAtomically(this.#own, JSON.stringify({ ...ownHolder, record }));
  }

  async read(): Promise<readonly WindowRecord[]> {
    const names = await this.#names();
    const records = await Promise.all(names.map((name) => this.#readOne(this.#pathOf(name))));
    return records.filter((record) => record !== undefined);
  }

  dispose(): void {
    this.#watch.dispose();
    if (this.#own !== undefined) this.#remove(this.#own);
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw new Failure('storage', `Could not list ${this.#folder}`, { cause: error });
    }
  }

  async #readOne(path: string): Promise<WindowRecord | undefined> {
    const text = await readTextIfPresent(path);
    // A window that uses another version wrote a file that does not parse, and watches for itself.
    const file = parseIfValid(windowFile, text ?? '');
    if (!file) return undefined;
    const silentMs = sharesProcessIds(file) ? 0 : await ageOf(path);
    if (!hasProcessEnded(file) && silentMs < forgottenAfterMs)
      return silentMs < quietAfterMs
        ? file.record
        : { ...file.record, isFocused: false, focusedAt: undefined };
    this.#remove(path);
    return undefined;
  }

  #remove(path: string): void {
    rm(path, { force: true }).catch((error: unknown) =>
      this.#log.debug(`Could not remove ${path}: ${messageOf(error)}`),
    );
  }
}

/** Returns the age in milliseconds; infinite for a file that has just been deleted. */
async function ageOf(path: string): Promise<number> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: -Infinity }));
  return Date.now() - mtimeMs;
}

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
