import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type * as z from 'zod/mini';
import type { Disposable } from '../core/disposables.ts';
import { Emitter, type Event } from '../core/events.ts';
import { messageOf } from '../core/failures.ts';
import type { Log } from '../core/log.ts';
import { parse, parseJson } from '../core/parsing.ts';
import type { SharedFile } from '../core/sharedFile.ts';
import { readTextIfPresent, writeTextAtomically } from './files.ts';
import { withLock } from './lock.ts';

export interface JsonFileOptions<T> {
  readonly path: string;
  readonly schema: z.ZodMiniType<T>;
  /** What is there before the first write. */
  readonly empty: T;
  readonly log: Log;
}

/** One atomic write makes several events. */
const quietMs = 20;

/** A JSON document on disk, shared by every process that opens the same path. See `SharedFile`. */
export class JsonFile<T> implements SharedFile<T>, Disposable {
  readonly #options: JsonFileOptions<T>;
  readonly #changes: Emitter<void>;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #listeners = 0;
  /** Updates of this window queue here, so that only one of them competes for the lock. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
    this.#changes = new Emitter((error) => {
      options.log.error(`Listener of ${options.path}: ${messageOf(error)}`);
    });
  }

  /** The folder is watched while somebody listens. */
  readonly onDidChange: Event<void> = (listener) => {
    const subscription = this.#changes.event(listener);
    if (this.#listeners++ === 0) this.#watch();
    let disposed = false;
    return {
      dispose: () => {
        if (disposed) return;
        disposed = true;
        subscription.dispose();
        if (--this.#listeners === 0) this.#unwatch();
      },
    };
  };

  async read(): Promise<T> {
    const { path, schema, empty } = this.#options;
    const text = await readTextIfPresent(path);
    return text === undefined ? empty : parse(schema, parseJson(text, path), path);
  }

  update(change: (current: T) => T): Promise<T> {
    const result = this.#last.then(() => this.#update(change));
    this.#last = result.catch(() => undefined);
    return result;
  }

  dispose(): void {
    this.#unwatch();
    this.#changes.dispose();
  }

  #update(change: (current: T) => T): Promise<T> {
    const { path, schema } = this.#options;
    return withLock(path, async (held) => {
      const current = await this.read();
      const next = change(current);
      if (next === current) return current;
      // Parsed before it is stored, so that no version of ours writes what it could not read.
      const stored = parse(schema, next, path);
      const text = `${JSON.stringify(stored, undefined, 2)}\n`;
      held.assertHeld();
      await writeTextAtomically(path, text);
      return stored;
    });
  }

  /** The folder, not the file: each atomic write puts another file in its place. */
  #watch(): void {
    const { path, log } = this.#options;
    const folder = dirname(path);
    const name = basename(path);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#watcher = watch(folder, { persistent: false }, (_, changed) => {
        if (changed === name || changed === null) this.#changed();
      });
      this.#watcher.on('error', (error) => {
        log.warn(`No longer watching ${folder}: ${messageOf(error)}`);
      });
    } catch (error) {
      log.warn(`Could not watch ${folder}: ${messageOf(error)}`);
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #changed(): void {
    // Not set anew by later events: a file that is written all the time must still be told about.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changes.fire();
    }, quietMs).unref();
  }
}
