import type { Clock } from '../core/clock.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Doorbell } from '../core/push/doorbell.ts';
import type { DoorbellStream } from './doorbellStream.ts';
import type { Metrics } from './metrics.ts';
import { doorbellText, gapText, type Subscriber } from './subscriber.ts';

/** The interval of heartbeats. Proxies and firewalls drop connections that are silent for longer. */
const beatMs = 15_000;
/** The relay ends a stream whose reader is behind for longer: the reader is probably gone. */
const patienceMs = 60_000;
/**
 * The pause after a write of doorbells is this many times as long as the write, so that writing takes at most a sixth
 * of the time. Under load more doorbells are therefore combined into one write.
 */
const breathers = 5;
const longestBreatherMs = 400;
/**
 * If a flush would write more copies than this, it writes only the newest of each project's waiting doorbells, which
 * replaces the others.
 */
const manyCopies = 4000;
/** The number of requests per second to a platform that one doorbell may cause among the editors of one project. */
const questionsPerSecond = 200;

interface FanOutOptions {
  readonly stream: DoorbellStream;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

/** Writes the doorbells of the log to the streams of this process. */
export class FanOut implements Disposable {
  readonly #options: FanOutOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #byProject = new Map<string, Set<Subscriber>>();
  readonly #subscription: Disposable;
  /** Doorbells that were appended to the log but not yet written to streams. */
  #pending: Doorbell[] = [];
  /** The sequence of the newest doorbell that live streams have received. */
  #position: number;
  #timer: Disposable | undefined;
  #breatherMs = 0;
  #beat: Disposable;

  /** @param position the stream's newest sequence */
  constructor(options: FanOutOptions, position: number) {
    this.#options = options;
    this.#position = position;
    this.#subscription = options.stream.onDoorbell((doorbell) => {
      this.#pending.push(doorbell);
      this.#timer ??= options.clock.setTimer(this.#breatherMs, () => {
        this.flush();
      });
    });
    this.#beat = this.#scheduleBeat();
  }

  get subscribers(): ReadonlySet<Subscriber> {
    return this.#subscribers;
  }

  /** The sequence up to which all live streams are complete. */
  get position(): number {
    return this.#position;
  }

  /** Returns the milliseconds over which the editors of these projects should spread their requests to the platform. */
  spreadOf(projects: Iterable<string>): number {
    let most = 0;
    for (const project of projects) most = Math.max(most, this.#byProject.get(project)?.size ?? 0);
    return Math.round((most * 1000) / questionsPerSecond);
  }

  /** Adds a stream that has received its hello event. It first receives the doorbells that it missed, from the log. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    for (const project of subscriber.projects) {
      const others = this.#byProject.get(project);
      if (others) others.add(subscriber);
      else this.#byProject.set(project, new Set([subscriber]));
    }
    subscriber.behindSince = this.#options.clock.now();
    this.#catchUp(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    for (const project of subscriber.projects) {
      const others = this.#byProject.get(project);
      others?.delete(subscriber);
      if (others?.size === 0) this.#byProject.delete(project);
    }
  }

  /** Writes the pending doorbells to all live streams, with one write for each stream. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const started = performance.now();
    const pending = this.#pending;
    this.#pending = [];
    const texts = new Map<Subscriber, string>();
    for (const doorbell of this.#copiesOf(pending) > manyCopies ? newestOfEach(pending) : pending) {
      const hearers = this.#byProject.get(doorbell.project);
      if (!hearers) continue;
      const text = doorbellText(this.#options.stream.id, doorbell, this.spreadOf([doorbell.project]));
      for (const hearer of hearers)
        if (hearer.behindSince === undefined && hearer.position < doorbell.sequence) {
          texts.set(hearer, (texts.get(hearer) ?? '') + text);
          this.#options.metrics.add('doorbells_sent_total');
        }
    }
    this.#position = pending.at(-1)?.sequence ?? this.#position;
    for (const [subscriber, text] of texts) {
      subscriber.position = this.#position;
      if (!subscriber.write(text)) this.#fallBehind(subscriber);
    }
    const took = performance.now() - started;
    this.#options.metrics.add('fan_out_seconds_total', took / 1000);
    this.#breatherMs = Math.min(took * breathers, longestBreatherMs);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#timer?.dispose();
    this.#beat.dispose();
  }

  /** The number of streams that are behind. */
  get behind(): number {
    let count = 0;
    for (const { behindSince } of this.#subscribers) if (behindSince !== undefined) count++;
    return count;
  }

  #copiesOf(doorbells: readonly Doorbell[]): number {
    return doorbells.reduce((sum, { project }) => sum + (this.#byProject.get(project)?.size ?? 0), 0);
  }

  #fallBehind(subscriber: Subscriber): void {
    subscriber.behindSince = this.#options.clock.now();
    subscriber.onceDrained(() => {
      this.#catchUp(subscriber);
    });
  }

  #catchUp(subscriber: Subscriber): void {
    this.#readOn(subscriber).catch((error: unknown) => {
      // The editor reconnects, and then receives the doorbells that it missed.
      subscriber.destroy();
      this.#options.onError(error);
    });
  }

  /** Writes doorbells from the log, page by page, as fast as the reader receives them; then the stream is live. */
  async #readOn(subscriber: Subscriber): Promise<void> {
    const { stream, metrics } = this.#options;
    while (this.#subscribers.has(subscriber)) {
      const page = await stream.read(subscriber.projects, subscriber.position);
      if (page.hasGap) metrics.add('streams_gap_total');
      const text = page.doorbells.map((doorbell) =>
        doorbellText(stream.id, doorbell, this.spreadOf([doorbell.project])),
      );
      metrics.add('doorbells_sent_total', page.doorbells.length);
      subscriber.position = page.to;
      const written = (page.hasGap ? gapText : '') + text.join('');
      if (written !== '' && !subscriber.write(written)) {
        this.#fallBehind(subscriber);
        return;
      }
      // Doorbells that were appended meanwhile are pending, and the next flush writes them.
      if (page.to >= this.#position) {
        subscriber.behindSince = undefined;
        return;
      }
    }
  }

  #scheduleBeat(): Disposable {
    const { clock } = this.#options;
    return clock.setTimer(beatMs, () => {
      const now = clock.now();
      for (const subscriber of this.#subscribers) {
        const { behindSince } = subscriber;
        if (behindSince === undefined) {
          // A live stream has received all doorbells of its projects up to this position.
          subscriber.position = Math.max(subscriber.position, this.#position);
          if (!subscriber.beat()) this.#fallBehind(subscriber);
        } else if (now - behindSince > patienceMs) {
          this.#options.metrics.add('streams_ended_total', 1, 'slow');
          subscriber.destroy();
        }
      }
      this.#beat = this.#scheduleBeat();
    });
  }
}

function newestOfEach(doorbells: readonly Doorbell[]): Iterable<Doorbell> {
  const newest = new Map<string, Doorbell>();
  for (const doorbell of doorbells) {
    // The entry is deleted first, so that it moves to the end and the sequences stay in ascending order.
    newest.delete(doorbell.project);
    newest.set(doorbell.project, doorbell);
  }
  return newest.values();
}
