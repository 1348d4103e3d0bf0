import { join } from 'node:path';
import { readdir, rm, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { emptyJournal, journalSchema } from '../../core/gate/journal/journal.ts';
import type { GateFiles } from '../../core/gate/monitorPorts.ts';
import type { Log } from '../../core/log.ts';
import { FolderLock } from './locks/folderLock.ts';
import { fileNameOf, holderSchema, hasProcessEnded, sharesProcessIds, ownHolder } from './locks/lockFile.ts';
import { JsonFile } from './sharedFile.ts';
import type { Event } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { parseIfValid } from '../../core/parsing.ts';
import {
  windowRecordSchema,
  type WindowRegistryStore,
  type WindowRecord,
} from '../../core/gate/windows/windowRegistry.ts';
import { readTextIfPresent, writeTextAtomically } from './textFile.ts';
import { FolderWatch } from './folderWatch.ts';
import { systemCodeOf } from '../systemError.ts';

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
