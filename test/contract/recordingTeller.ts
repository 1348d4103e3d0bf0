import type { News, NewsItem, Teller } from '../../src/core/gate/notify/news.ts';

/** A person who sees everything at once. */
export class RecordingTeller implements Teller {
  readonly told: string[] = [];
  readonly #textOf: (change: NewsItem, kind: News['kind']) => string;
  #read = 0;
  #wake: (() => void) | undefined;

  constructor(textOf: (change: NewsItem, kind: News['kind']) => string) {
    this.#textOf = textOf;
  }

  isReady(): Promise<boolean> {
    return Promise.resolve(true);
  }

  tell(news: News): Promise<boolean> {
    const changes = news.kind === 'change' ? [news.change] : news.changes;
    this.told.push(...changes.map((change) => this.#textOf(change, news.kind)));
    this.#wake?.();
    return Promise.resolve(true);
  }

  /** The next change that is told, or was told and not read yet. */
  async next(): Promise<string | undefined> {
    while (this.told.length === this.#read) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.told[this.#read++];
  }
}
