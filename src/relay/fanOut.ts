import type { Clock } from '../core/clock.ts';
import type { Disposable } from '../core/disposables.ts';
import type { PushEvent } from '../core/push/pushEvents.ts';
import type { PushLog } from './relayStore.ts';
import type { Metrics } from './metrics.ts';
import { pushEventText, gapText, type Subscriber } from './subscriber.ts';

/** The interval of heartbeats. Proxies and firewalls drop connections that are silent for longer. */
const heartbeatMs = 15_000;
/** The relay ends a stream whose reader is behind for longer: the reader is probably gone. */
const longestBehindMs = 60_000;
/**
 * The pause after a write of push events is this many times as long as the write, so that writing takes at most a sixth
 * of the time. Under load more push events are therefore combined into one write.
 */
const flushDelayFactor = 5;
const longestFlushDelayMs = 400;
/** A flush with more copies than this writes only the newest push event of each project, which replaces the others. */
const manyCopies = 4000;
/** The number of requests per second to a platform that one push event may cause among the editors of one project. */
const requestsPerSecond = 200;

interface FanOutOptions {
  readonly log: PushLog;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

/** Writes the push events of the log to the streams of this process. */
export class FanOut implements Disposable {
  readonly #options: FanOutOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #byProject = new Map<string, Set<Subscriber>>();
  readonly #subscription: Disposable;
  /** Push events that were appended to the log but not yet written to streams. */
  #pending: PushEvent[] = [];
  /** The sequence of the newest push event that live streams have received. */
  #position: number;
  #timer: Disposable | undefined;
  #flushDelayMs = 0;
  #heartbeat: Disposable;

  constructor(options: FanOutOptions) {
    this.#options = options;
    this.#position = options.log.last;
    this.#subscription = options.log.onAppend((pushEvent) => {
      this.#pending.push(pushEvent);
      this.#timer ??= options.clock.setTimer(this.#flushDelayMs, () => this.flush());
    });
    this.#heartbeat = this.#scheduleHeartbeat();
  }

  get subscribers(): ReadonlySet<Subscriber> {
    return this.#subscribers;
  }

  /** Returns the milliseconds over which the editors of these projects should spread their requests to the platform. */
  spreadOf(projects: Iterable<string>): number {
    let most = 0;
    for (const project of projects) most = Math.max(most, this.#byProject.get(project)?.size ?? 0);
    return Math.round((most * 1000) / requestsPerSecond);
  }

  /** Adds a stream that has received its handshake. It first receives the push events that it missed, from the log. */
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

  /** Writes the pending push events to all live streams, with one write for each stream. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const started = performance.now();
    const pending = this.#pending;
    this.#pending = [];
    const texts = new Map<Subscriber, string>();
    for (const pushEvent of this.#copiesOf(pending) > manyCopies ? newestOfEach(pending) : pending) {
      const subscribers = this.#byProject.get(pushEvent.project);
      if (!subscribers) continue;
      const text = pushEventText(this.#options.log.id, pushEvent, this.spreadOf([pushEvent.project]));
      for (const subscriber of subscribers)
        if (subscriber.behindSince === undefined && subscriber.position < pushEvent.sequence) {
          texts.set(subscriber, (texts.get(subscriber) ?? '') + text);
          this.#options.metrics.add('push_events_sent_total');
        }
    }
    this.#position = pending.at(-1)?.sequence ?? this.#position;
    for (const [subscriber, text] of texts) {
      subscriber.position = this.#position;
      if (!subscriber.write(text)) this.#fallBehind(subscriber);
    }
    const took = performance.now() - started;
    this.#options.metrics.add('fan_out_seconds_total', took / 1000);
    this.#flushDelayMs = Math.min(took * flushDelayFactor, longestFlushDelayMs);
  }

  /** Writes to each stream the text that `textOf` returns for it. */
  broadcast(textOf: (subscriber: Subscriber) => string): void {
    for (const subscriber of this.#subscribers)
      if (!subscriber.write(textOf(subscriber)) && subscriber.behindSince === undefined)
        this.#fallBehind(subscriber);
  }

  /** Drops the pending push events: the log has started over, and the caller ends all streams. */
  reset(): void {
    this.#pending = [];
    this.#position = this.#options.log.last;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#timer?.dispose();
    this.#heartbeat.dispose();
  }

  get behind(): number {
    let count = 0;
    for (const { behindSince } of this.#subscribers) if (behindSince !== undefined) count++;
    return count;
  }

  #copiesOf(pushEvents: readonly PushEvent[]): number {
    return pushEvents.reduce((sum, { project }) => sum + (this.#byProject.get(project)?.size ?? 0), 0);
  }

  #fallBehind(subscriber: Subscriber): void {
    subscriber.behindSince = this.#options.clock.now();
    subscriber.onceDrained(() => this.#catchUp(subscriber));
  }

  #catchUp(subscriber: Subscriber): void {
    this.#readOn(subscriber).catch((error: unknown) => {
      // The editor reconnects, and then receives the push events that it missed.
      subscriber.destroy();
      this.#options.onError(error);
    });
  }

  /** Writes push events from the log, page by page, as fast as the reader receives them; then the stream is live. */
  async #readOn(subscriber: Subscriber): Promise<void> {
    const { log, metrics } = this.#options;
    while (this.#subscribers.has(subscriber)) {
      const page = await log.read(subscriber.projects, subscriber.position);
      if (page.hasGap) metrics.add('streams_gap_total');
      const text = page.pushEvents.map((pushEvent) =>
        pushEventText(log.id, pushEvent, this.spreadOf([pushEvent.project])),
      );
      metrics.add('push_events_sent_total', page.pushEvents.length);
      subscriber.position = page.to;
      const written = (page.hasGap ? gapText : '') + text.join('');
      if (written !== '' && !subscriber.write(written)) {
        this.#fallBehind(subscriber);
        return;
      }
      // Push events that were appended meanwhile are pending, and the next flush writes them.
      if (page.to >= this.#position) {
        subscriber.behindSince = undefined;
        return;
      }
    }
  }

  #scheduleHeartbeat(): Disposable {
    const { clock } = this.#options;
    return clock.setTimer(heartbeatMs, () => {
      const now = clock.now();
      for (const subscriber of this.#subscribers) {
        const { behindSince } = subscriber;
        if (behindSince === undefined) {
          // A live stream has received all push events of its projects up to this position.
          subscriber.position = Math.max(subscriber.position, this.#position);
          if (!subscriber.heartbeat()) this.#fallBehind(subscriber);
        } else if (now - behindSince > longestBehindMs) {
          this.#options.metrics.add('streams_ended_total', 1, 'slow');
          subscriber.destroy();
        }
      }
      this.#heartbeat = this.#scheduleHeartbeat();
    });
  }
}

function newestOfEach(pushEvents: readonly PushEvent[]): Iterable<PushEvent> {
  const newest = new Map<string, PushEvent>();
  for (const pushEvent of pushEvents) {
    // The entry is deleted first, so that it moves to the end and the sequences stay in ascending order.
    newest.delete(pushEvent.project);
    newest.set(pushEvent.project, pushEvent);
  }
  return newest.values();
}
