/** The owner of a resource. It has the structure of the editor's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/**
 * Owns disposables and disposes them in reverse order. An item that is added to a disposed store is disposed at once.
 * If an item throws, the store still disposes the others and then throws an `AggregateError`.
 */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const errors: unknown[] = [];
    for (let item = this.#items.pop(); item; item = this.#items.pop()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some resources could not be disposed');
  }
}
