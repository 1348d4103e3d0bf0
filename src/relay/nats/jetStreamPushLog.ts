import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { PushEvent } from '../../core/push/pushEvents.ts';
import { pageSize, type PushLog, type PushPage, type StoredDelivery } from '../relayStore.ts';
import {
  openStream,
  projectOf,
  requireShape,
  streamName,
  subjectOf,
  type StreamShape,
} from './streamShape.ts';

const checkMs = 2000;
/** Time for one answer of the NATS server. */
const requestMs = 2000;
/** Time to store a delivery, also while the cluster elects a leader. A platform waits 10 seconds for the answer. */
const appendMs = 7000;
const retryMs = 250;
/** Status of JetStream's answers while a cluster has no leader. */
const unavailable = 503;
/** Messages that the client requests in advance. */
const batch = 1000;

interface JetStreamPushLogOptions extends StreamShape {
  readonly connection: NatsConnection;
  readonly onError: (error: unknown) => void;
}

/**
 * A log that several relays share: a stream of NATS JetStream. Any relay may append. Each relay follows the stream with
 * one ordered consumer and answers its readers from a copy in memory.
 *
 * JetStream drops a repeated delivery within two minutes, also if other deliveries of the project lie in between. The
 * embedded log drops it only if it is the newest. Both are safe: a repeated body is the same analysis, which the first
 * push event has announced.
 */
export class JetStreamPushLog implements PushLog, Disposable {
  readonly #options: JetStreamPushLogOptions;
  readonly #client: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #mirror: PushEventMirror;
  readonly #disposal = new AbortController();
  readonly #appended = new Emitter<PushEvent>((error) => this.#options.onError(error));
  readonly #reset = new Emitter<void>((error) => this.#options.onError(error));
  readonly #availability = new Emitter<void>((error) => this.#options.onError(error));
  readonly onAppend = this.#appended.event;
  readonly onDidReset = this.#reset.event;
  readonly onDidChangeAvailability = this.#availability.event;
  id = '';
  isAvailable = false;
  lag = 0;
  reconnects = 0;
  #messages: ConsumerMessages | undefined;

  private constructor(options: JetStreamPushLogOptions, manager: JetStreamManager) {
    this.#options = options;
    this.#manager = manager;
    this.#client = jetstream(options.connection, { timeout: requestMs });
    this.#mirror = new PushEventMirror(options.keep);
  }

  /**
   * Opens the stream, creates it if it does not exist, and resolves when the copy is complete.
   * @throws {Failure} `badRequest` if the stream has another shape; `unavailable` if JetStream does not answer
   */
  static async open(options: JetStreamPushLogOptions): Promise<JetStreamPushLog> {
    const manager = await jetstreamManager(options.connection, { timeout: requestMs, checkAPI: false });
    const log = new JetStreamPushLog(options, manager);
    const info = await log.#openStream();
    requireShape(info, options);
    log.isAvailable = true;
    const caughtUp = log.#whenCopied(info.state.last_seq);
    void log.#follow();
    void log.#watch();
    void log.#countReconnects();
    await caughtUp;
    return log;
  }

  #isDisposed(): boolean {
    return this.#disposal.signal.aborted;
  }

  get last(): number {
    return this.#mirror.last;
  }

  read(projects: ReadonlySet<string>, after: number): Promise<PushPage> {
    return Promise.resolve(this.#mirror.read(projects, after));
  }

  /** @throws {Failure} `unavailable` if the stream has not confirmed the delivery within seven seconds */
  async append({ project, digest }: StoredDelivery): Promise<boolean> {
    const deadline = performance.now() + appendMs;
    // An attempt without an answer may have stored the delivery, and the next one finds it.
    let mayBeStored = false;
    for (;;)
      try {
        // Repeating is safe, because the stream recognizes the message by its id.
        const { duplicate } = await this.#client.publish(subjectOf(project), '', {
          msgID: `${project}:${digest}`,
          timeout: requestMs,
          expect: { streamName },
        });
        return !duplicate || mayBeStored;
      } catch (error) {
        mayBeStored = true;
        if (this.#isDisposed() || performance.now() + retryMs + requestMs > deadline)
          throw new Failure('unavailable', `NATS did not store the delivery: ${messageOf(error)}`, {
            cause: error,
          });
        await pause(retryMs);
      }
  }

  dispose(): void {
    this.#disposal.abort();
    this.#messages?.stop();
  }

  /** Opens or creates the stream. Starts the copy again if the stream was replaced, or lost unread push events. */
  async #openStream(): Promise<StreamInfo> {
    const info = await openStream(this.#manager, this.#options);
    const id = createHash('sha256').update(info.created).digest('base64url').slice(0, 8);
    const isFirst = this.id === '';
    if (id === this.id && info.state.first_seq <= this.#mirror.last + 1) return info;
    this.id = id;
    this.#mirror.clear(Math.max(0, info.state.first_seq - 1));
    // This consumer still follows the former stream.
    this.#messages?.stop();
    if (!isFirst) this.#reset.fire();
    return info;
  }

  /** Copies the stream until `dispose`. Starts a new consumer whenever one ends. */
  async #follow(): Promise<void> {
    while (!this.#isDisposed()) {
      try {
        const consumer = await this.#client.consumers.get(streamName, {
          deliver_policy: DeliverPolicy.StartSequence,
          opt_start_seq: this.#mirror.last + 1,
        });
        this.#messages = await consumer.consume({ max_messages: batch, idle_heartbeat: checkMs });
        if (this.#isDisposed()) this.#messages.stop();
        for await (const message of this.#messages) this.#take(message);
      } catch (error) {
        this.#reportUnexpected(error);
      }
      if (!this.#isDisposed()) await pause(retryMs);
    }
  }

  #take(message: JsMsg): void {
    // A message of a consumer that the watch has replaced.
    if (message.seq <= this.#mirror.last) return;
    const isComplete = message.seq === this.#mirror.last + 1;
    if (!isComplete) this.#mirror.clear(message.seq - 1);
    const event = {
      project: projectOf(message.subject),
      sequence: message.seq,
      at: Number(message.timestampNanos / 1_000_000n),
    };
    this.#mirror.add(event);
    if (!isComplete) this.#reset.fire();
    this.#appended.fire(event);
  }

  /** Checks the stream until `dispose`: the client does not notice that it was replaced or has lost its quorum. */
  async #watch(): Promise<void> {
    let positionBefore = -1;
    while (!this.#isDisposed()) {
      try {
        const { state } = await this.#openStream();
        this.lag = Math.max(0, state.last_seq - this.#mirror.last);
        const isStuck = this.lag > 0 && this.#mirror.last === positionBefore;
        if (isStuck) this.#messages?.stop();
        positionBefore = this.#mirror.last;
        this.#setAvailable(!isStuck);
      } catch (error) {
        this.#setAvailable(false);
        this.#reportUnexpected(error);
      }
      if (!this.#isDisposed()) await pause(checkMs, undefined, { ref: false });
    }
  }

  /** Counts until the connection is closed. */
  async #countReconnects(): Promise<void> {
    for await (const { type } of this.#options.connection.status())
      if (type === 'reconnect') this.reconnects++;
  }

  #setAvailable(isAvailable: boolean): void {
    if (isAvailable === this.isAvailable || this.#isDisposed()) return;
    this.isAvailable = isAvailable;
    this.#availability.fire();
  }

  #whenCopied(sequence: number): Promise<void> {
    if (this.#mirror.last >= sequence) return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = this.#appended.event((event) => {
        if (event.sequence < sequence) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  /** Reports errors except those of an unreachable server or network, which `isAvailable` shows. */
  #reportUnexpected(error: unknown): void {
    if (this.#isDisposed()) return;
    if (error instanceof JetStreamApiError && error.status !== unavailable) this.#options.onError(error);
  }
}

/**
 * The push events of a shared log, copied into the memory of one relay: about 150 bytes each. Thousands of editors that
 * reconnect at once read from this copy, so the engine has one reader per relay instead of one per editor.
 */
class PushEventMirror {
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
