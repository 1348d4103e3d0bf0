import type { Page } from '../../core/api/client.ts';
import type { Project } from '../../core/api/components.ts';
import type { Clock } from '../../core/clock.ts';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { errorsTo, type Log } from '../../core/log.ts';

export interface SearchOptions {
  readonly search: (text: string, page: number, signal: AbortSignal) => Promise<Page<Project>>;
  readonly clock: Clock;
  readonly log: Log;
}

interface SearchView {
  readonly projects: readonly Project[];
  /** The number of projects on the platform for this text. */
  readonly total: number;
  readonly failure: Failure | undefined;
}

const pauseBeforeSearchMs = 250;

/** Searches projects after each pause in typing, reads more pages on demand, and drops answers to outdated searches. */
export class ProjectSearch implements Disposable {
  readonly #options: SearchOptions;
  readonly #changed: Emitter<void>;
  #view: SearchView = { projects: [], total: 0, failure: undefined };
  #text = '';
  #page = 0;
  #pause: Disposable | undefined;
  #running: AbortController | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#changed = new Emitter(errorsTo(options.log, 'listener of a project search'));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  get view(): SearchView {
    return this.#view;
  }

  get busy(): boolean {
    return this.#pause !== undefined || this.#running !== undefined;
  }

  /** Whether the projects belong to an earlier text, because the answer for the current one is pending. */
  get outdated(): boolean {
    return this.busy && this.#page === 0;
  }

  /** Searches for `text` after a pause; only the first search starts at once. */
  type(text: string): void {
    const isFirst = this.#page === 0 && !this.busy;
    if (!isFirst && text.trim() === this.#text) return;
    this.#stop();
    this.#text = text.trim();
    this.#page = 0;
    if (isFirst) {
      this.#next();
      return;
    }
    this.#pause = this.#options.clock.setTimer(pauseBeforeSearchMs, () => this.#next());
    this.#show({});
  }

  /** Reads the next page if there is one and no request is pending. After a failure it repeats the failed request. */
  more(): void {
    if (this.busy || (this.#view.failure === undefined && !this.hasMore)) return;
    this.#next();
  }

  get hasMore(): boolean {
    return this.#page > 0 && this.#view.projects.length < this.#view.total;
  }

  dispose(): void {
    this.#stop();
    this.#changed.dispose();
  }

  #next(): void {
    this.#pause = undefined;
    const running = (this.#running = new AbortController());
    this.#show({ failure: undefined });
    this.#options.search(this.#text, this.#page + 1, running.signal).then(
      ({ items, total }) => {
        if (running !== this.#running) return;
        this.#running = undefined;
        const known = this.#page === 0 ? [] : this.#view.projects;
        this.#page++;
        const projects = merge(known, items);
        // A page without new projects is the last one, even if the platform reports a larger total.
        const isLast = projects.length === known.length;
        this.#show({ projects, total: isLast ? projects.length : total });
      },
      (error: unknown) => {
        if (running !== this.#running) return;
        this.#running = undefined;
        const failure = Failure.is(error)
          ? error
          : new Failure('malformed', `project search: ${messageOf(error)}`, { cause: error });
        this.#options.log.warn(`project search: ${failure.message}`);
        this.#show({ ...(this.#page === 0 && { projects: [], total: 0 }), failure });
      },
    );
  }

  #stop(): void {
    this.#pause?.dispose();
    this.#pause = undefined;
    this.#running?.abort();
    this.#running = undefined;
  }

  #show(change: Partial<SearchView>): void {
    this.#view = { ...this.#view, ...change };
    this.#changed.fire();
  }
}

/** Pages may overlap when a project is created between two requests. */
function merge(known: readonly Project[], more: readonly Project[]): readonly Project[] {
  const keys = new Set(known.map(({ key }) => key));
  return [...known, ...more.filter(({ key }) => !keys.has(key))];
}
