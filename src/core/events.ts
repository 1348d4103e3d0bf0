import { type Disposable, DisposableStore } from './disposables.ts';

/** Subscribes a listener; disposing the result unsubscribes it. It has the structure of the editor's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The sending side of an `Event`. If a listener throws, `onError` gets the error; the other listeners are still called,
 * and `fire` does not throw.
 */
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

/** Combines several events into one that fires once after all events of one turn, so that nothing is rendered twice. */
export function coalesce(...events: readonly Event<unknown>[]): Event<void> {
  return (listener) => {
    const scope = new DisposableStore();
    let pending = false;
    const fire = () => {
      pending = false;
      if (!scope.isDisposed) listener();
    };
    for (const event of events)
      scope.add(
        event(() => {
          if (pending) return;
          pending = true;
          queueMicrotask(fire);
        }),
      );
    return scope;
  };
}
