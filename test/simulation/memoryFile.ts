import { Emitter } from '../../src/core/events.ts';
import type { SharedFile } from '../../src/core/sharedFile.ts';

/** A shared file of one process. What is written is text, as on a disk, so nothing shares an object with its reader. */
export class MemoryFile<T> implements SharedFile<T> {
  readonly #changed = new Emitter<void>((error) => {
    throw error;
  });
  readonly #parse: (text: string) => T;
  #text: string;

  constructor(initial: T, parse: (text: string) => T) {
    this.#text = JSON.stringify(initial);
    this.#parse = parse;
  }

  readonly onDidChange = this.#changed.event;

  get text(): string {
    return this.#text;
  }

  async read(): Promise<T> {
    await Promise.resolve();
    return this.#parse(this.#text);
  }

  async update(change: (current: T) => T): Promise<T> {
    await Promise.resolve();
    const current = this.#parse(this.#text);
    const next = change(current);
    if (next !== current) {
      this.#text = JSON.stringify(next);
      queueMicrotask(() => {
        this.#changed.fire();
      });
    }
    return this.#parse(this.#text);
  }
}
