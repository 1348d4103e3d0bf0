import { Unreadable } from './protocol.ts';

/** The end of the time for one event. Some agents continue when a hook is late. */
export class TimeLimit {
  readonly #end: number;
  readonly #now: () => number;

  /** @param end In milliseconds, as `now` returns them. */
  constructor(end: number, now: () => number) {
    this.#end = end;
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() > this.#end;
  }

  /** Whole milliseconds, at least one, for programs that need a limit. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#end - this.#now()));
  }

  /** @throws {Unreadable} when the time is over. */
  refuseLate(): void {
    if (this.isOver) throw new Unreadable('the event names more than can be checked in time; ask for less');
  }
}
