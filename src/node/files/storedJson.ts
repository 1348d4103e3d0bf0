import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type * as z from 'zod/mini';
import { parse, parseJson, parseStored } from '../../core/parsing.ts';
import { withLock } from './locks/lock.ts';
import { readTextIfPresent, writeTextAtomically } from './textFile.ts';
import type { Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { Failure } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { SharedFile } from '../../core/sharedFile.ts';
import { WorkQueue } from '../../core/workQueue.ts';
import { FolderWatch } from './folderWatch.ts';
import { retryWhileOpen } from './retryWhileOpen.ts';

export interface StoredJson<T> {
  readonly path: string;
  readonly schema: z.ZodMiniType<T>;
  /** The value before the first write. */
  readonly empty: T;
}

/**
 * Reads a document. Returns `empty` only if the file does not exist.
 *
 * @param parsed The last text and value, of a caller that reads the same document often and does not change its value.
 * @throws {Failure} `malformed`, with the path, for a file that does not parse; `newerFormat`; `storage`.
 */
export async function readStoredJson<T>(
  { path, schema, empty }: StoredJson<T>,
  parsed = new ParsedText<T>(),
): Promise<T> {
  const content = await readTextIfPresent(path);
  if (content === undefined) return empty;
  return parsed.valueOf(content, (text) => parseStored(schema, parseJson(text, path), path));
}

/**
 * Changes a document under its lock and returns the new value. If `change` returns its argument, the file is not
 * written.
 *
 * @param parsed As of `readStoredJson`.
 * @throws {Failure} as `readStoredJson`, and `busy` if another process holds the file; the file is unchanged then.
 */
export function updateStoredJson<T>(
  document: StoredJson<T>,
  change: (current: T) => T | Promise<T>,
  parsed?: ParsedText<T>,
): Promise<T> {
  const { path, schema } = document;
  return withLock(path, async (held) => {
    const current = await readStoredJson(document, parsed);
    const next = await change(current);
    if (next === current) return current;
    // Parsed before it is stored, so that no version writes a file that it could not read.
    const stored = parse(schema, next, path);
    await held.assertHeld();
    const text = `${JSON.stringify(stored, undefined, 2)}\n`;
    await writeTextAtomically(path, text);
    return parsed?.set(text, stored) ?? stored;
  });
}

/**
 * The text of a document that was read or written last, and its value. Parsing costs more than comparing the whole
 * text, so equal text is not parsed again. Callers share the value and must not change it.
 */
export class ParsedText<T> {
  #last: { readonly text: string; readonly value: T } | undefined;

  /**
   * Returns the value of `text`.
   * @param parse called for text other than the last; its errors are thrown, and the last text stays
   */
  valueOf(text: string, parse: (text: string) => T): T {
    return this.#last?.text === text ? this.#last.value : this.set(text, parse(text));
  }

  /** Call with text that was written, and its parsed value. Returns the value. */
  set(text: string, value: T): T {
    this.#last = { text, value };
    return value;
  }
}

interface JsonFileOptions<T> extends StoredJson<T> {
  readonly log: Log;
}

/** A JSON document on disk, shared by every process that opens the same path. See `SharedFile`. */
export class JsonFile<T> implements SharedFile<T>, Disposable {
  readonly #options: JsonFileOptions<T>;
  readonly #watch: FolderWatch;
  readonly onDidChange: Event<void>;
  /** The watcher reports the writes of this window too; they need no parsing. */
  readonly #parsed = new ParsedText<T>();
  /** Only one update of this window competes for the lock. */
  readonly #updates = new WorkQueue();

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
    const { path, log } = options;
    const name = basename(path);
    this.#watch = new FolderWatch({ folder: dirname(path), isOurs: (changed) => changed === name, log });
    this.onDidChange = this.#watch.onDidChange;
  }

  read(): Promise<T> {
    return readStoredJson(this.#options, this.#parsed);
  }

  update(change: (current: T) => T): Promise<T> {
    return this.#updates.run(() => updateStoredJson(this.#options, change, this.#parsed));
  }

  /** Renames a file that cannot be parsed to `….unreadable`. A valid file stays. Rejects with `storage`. */
  async setAside(): Promise<void> {
    const { path } = this.#options;
    await withLock(path, async () => {
      try {
        await this.read();
      } catch (error) {
        if (!Failure.is(error, 'malformed')) throw error;
        await retryWhileOpen(() => rename(path, `${path}.unreadable`)).catch((cause: unknown) => {
          throw new Failure('storage', `Could not move ${path}`, { cause });
        });
      }
    });
  }

  dispose(): void {
    this.#watch.dispose();
  }
}
