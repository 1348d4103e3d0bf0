import type { Disposable } from './disposables.ts';

/** Subscribe; dispose the result to unsubscribe. Structurally the editor's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an `Event`. A listener that throws never stops the others and never reaches the caller of `fire`. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener.call(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
