import assert from 'node:assert/strict';
import { Emitter } from '../../src/core/events.ts';
import type { SharedFile } from '../../src/core/sharedFile.ts';

/** A shared file in memory. `onWrite` stands before each write and may throw: then nothing is written. */
export class MemoryFile<T> implements SharedFile<T> {
  value: T;
  readonly #onWrite: (apply: () => void) => void;
  readonly #changes = new Emitter<void>(assert.ifError);

  constructor(value: T, onWrite = (apply: () => void): void => apply()) {
    this.value = value;
    this.#onWrite = onWrite;
  }

  readonly onDidChange = this.#changes.event;

  read(): Promise<T> {
    return Promise.resolve(structuredClone(this.value));
  }

  async update(change: (current: T) => T): Promise<T> {
    const current = await this.read();
    const next = change(current);
    if (next !== current)
      this.#onWrite(() => {
        this.value = structuredClone(next);
        this.#changes.fire();
      });
    return next;
  }
}
