import type { PushEvent } from '../../core/push/pushEvents.ts';
import { pageSize, type PushPage } from '../relayStore.ts';

/**
 * The push events of a shared log, copied into the memory of one relay: about 150 bytes each. Thousands of editors that
 * reconnect at once read from this copy, so the engine has one reader per relay instead of one per editor.
 */
export class PushEventMirror {
  readonly #keep: number;
  /** The kept events of each project, oldest first. */
  readonly #byProject = new Map<string, PushEvent[]>();
  /** All events, oldest first. Those before the index `#start` are dropped. */
  #events: PushEvent[] = [];
  #start = 0;
  /** Events up to this sequence are not available. */
  #floor = 0;
  #last = 0;

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** The sequence of the newest event; before the first one, the sequence after which the copy starts. */
  get last(): number {
    return this.#last;
  }

  /** Drops all events. The copy starts again after the sequence `floor`. */
  clear(floor: number): void {
    this.#byProject.clear();
    this.#events = [];
    this.#start = 0;
    this.#floor = floor;
    this.#last = floor;
  }

  /** Adds an event whose sequence is greater than those before. */
  add(event: PushEvent): void {
    this.#last = event.sequence;
    this.#events.push(event);
    const events = this.#byProject.get(event.project);
    if (events) events.push(event);
    else this.#byProject.set(event.project, [event]);
    if (this.#events.length - this.#start > this.#keep) this.#dropOldest();
  }

  /** Returns the events of these projects after a sequence, oldest first, at most `pageSize`. */
  read(projects: ReadonlySet<string>, after: number): PushPage {
    const found: PushEvent[] = [];
    for (const project of projects) {
      const events = this.#byProject.get(project) ?? [];
      const from = indexAfter(events, after);
      found.push(...events.slice(from, from + pageSize));
    }
    const pushEvents = found.sort((a, b) => a.sequence - b.sequence).slice(0, pageSize);
    const to = pushEvents.length === pageSize ? (pushEvents.at(-1)?.sequence ?? this.#last) : this.#last;
    // A reader whose position is ahead of the log has read events that the log has lost.
    return { pushEvents, to, hasGap: after < this.#floor || after > this.#last };
  }

  #dropOldest(): void {
    const oldest = this.#events[this.#start];
    if (!oldest) return;
    this.#floor = oldest.sequence;
    this.#start++;
    const events = this.#byProject.get(oldest.project);
    events?.shift();
    if (events?.length === 0) this.#byProject.delete(oldest.project);
    // The dropped events are removed only now and then, because that copies the array.
    if (this.#start > this.#keep) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }
}

function indexAfter(events: readonly PushEvent[], sequence: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.sequence ?? Infinity) > sequence) high = middle;
    else low = middle + 1;
  }
  return low;
}
