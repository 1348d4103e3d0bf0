/** Runs pieces of work one after the other, in the order of the calls. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Returns the result of the work, or rejects with its error. An error does not stop the work that follows. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
