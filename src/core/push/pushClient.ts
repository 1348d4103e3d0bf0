import { exponentialDelay } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import { Emitter, type Event } from '../events.ts';
import { Failure, messageOf } from '../failures.ts';
import { type OpenStream, retryAfterOf } from '../http.ts';
import { errorsTo, type Log } from '../log.ts';
import { parse, parseJson } from '../parsing.ts';
import { pushEventSchema, handshakeSchema, opaqueProjectId, relayEvents, relayPaths } from './pushEvents.ts';
import { EventStreamReader, type StreamEvent } from './eventStream.ts';

/**
 * The state of the connection to the relay. Clients may rely on push events in the state `listening` only. It includes
 * short interruptions, after which the relay sends the missed push events.
 */
export type RelayState = 'connecting' | 'listening' | 'away' | 'refused';

/** A push event has arrived, or some may be missing: the listener asks the platform about these projects. */
export interface ReceivedPush {
  concerns(projectKey: string): boolean;
  /** Time over which listeners spread their requests, milliseconds, to spare the platform. */
  readonly spreadMs: number;
}

interface PushClientOptions {
  readonly open: OpenStream;
  /** Base address of the relay, without trailing slash. */
  readonly address: string;
  readonly key: string;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

/** The longest time over which requests are spread. A timer that gets more than 24 days fires at once. */
const longestSpreadMs = 5 * 60_000;
/** A stream that is silent for this long is treated as lost. The relay sends a heartbeat every 15 s. */
const silenceMs = 45_000;
const firstRetryMs = 1000;
/** A relay that asks for no pause and ends each stream would otherwise get one request after the other. */
const leastRetryMs = 500;
const longestRetryMs = 60_000;
/** Time until the client tries a refused key again: a proxy or an administrator may have caused the refusal. */
const refusedRetryMs = 15 * 60_000;
/**
 * How long the state stays `listening` after the relay is lost; each editor chooses a random time in this range. A
 * relay that restarts is back within seconds and sends what the client missed. If editors polled at once, all of them
 * would send their requests to the platform at the same time.
 */
const grace = { fromMs: 20_000, toMs: 40_000 };

/**
 * Keeps one stream of push events open, resumes a lost stream where it ended, and reports when editors cannot rely on
 * the relay. When push events may be missing (first connection, restart of the relay, gap in the log), it fires
 * `onDidReceive` for all projects that the key covers.
 */
export class PushClient implements Disposable {
  readonly #options: PushClientOptions;
  readonly #scope = new DisposableStore();
  readonly #disposal = new AbortController();
  readonly #changed: Emitter<void>;
  readonly #received: Emitter<ReceivedPush>;
  #state: RelayState = 'connecting';
  #graceTimer: Disposable | undefined;
  #retryTimer: Disposable | undefined;
  #salt = '';
  /** `run` of the last handshake; undefined before the first. */
  #relayRun: string | undefined;
  #projects: ReadonlySet<string> = new Set();
  /** Opaque ids by project key. Each is computed once per salt. */
  readonly #ids = new Map<string, string>();
  #lastEventId: string | undefined;
  /** The path that the relay answers: earlier relays know only the former one. */
  #path: string = relayPaths.pushEvents;
  #retryMs = firstRetryMs;
  #failures = 0;
  #lastReceivedAt: number | undefined;

  constructor(options: PushClientOptions) {
    this.#options = options;
    const onError = errorsTo(options.log, 'A listener of the relay failed');
    this.#changed = this.#scope.add(new Emitter<void>(onError));
    this.#received = this.#scope.add(new Emitter<ReceivedPush>(onError));
  }

  /** Fires when `state` changes, and after every handshake, because the result of `covers` may have changed. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  get onDidReceive(): Event<ReceivedPush> {
    return this.#received.event;
  }

  get state(): RelayState {
    return this.#state;
  }

  /** When the last push event arrived, milliseconds since the epoch by the local clock; undefined before the first. */
  get lastReceivedAt(): number | undefined {
    return this.#lastReceivedAt;
  }

  /** Whether the relay key covers this project. False before the first connection. */
  covers(projectKey: string): boolean {
    return this.#projects.has(this.#idOf(projectKey));
  }

  start(): void {
    void this.#run();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#retryTimer?.dispose();
    this.#graceTimer?.dispose();
    this.#scope.dispose();
  }

  async #run(): Promise<void> {
    for (;;) await this.#pause(await this.#listen());
  }

  /** Reads one stream to its end; never rejects. Returns the milliseconds to wait before the next stream. */
  async #listen(): Promise<number> {
    const session = new AbortController();
    const stop = () => session.abort();
    this.#disposal.signal.addEventListener('abort', stop, { once: true });
    const { clock, log } = this.#options;
    let silence = clock.setTimer(silenceMs, stop);
    const alive = () => {
      silence.dispose();
      silence = clock.setTimer(silenceMs, stop);
    };
    try {
      return await this.#read(session.signal, alive);
    } catch (error) {
      log.debug(`Relay ${this.#options.address}: ${messageOf(error)}`);
      return this.#lost(Failure.is(error) ? error.retryAfterMs : undefined);
    } finally {
      silence.dispose();
      this.#disposal.signal.removeEventListener('abort', stop);
      session.abort();
    }
  }

  async #read(signal: AbortSignal, alive: () => void): Promise<number> {
    const { open, address, key } = this.#options;
    const { status, headers, pieces } = await open({
      url: `${address}${this.#path}`,
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${key}`,
        ...(this.#lastEventId !== undefined && { 'Last-Event-ID': this.#lastEventId }),
      },
      signal,
    });
    if (status === 401 || status === 403) return this.#refused(status);
    if (status === 404 && this.#path === relayPaths.pushEvents) {
      this.#path = relayPaths.formerPushEvents;
      return this.#read(signal, alive);
    }
    if (status !== 200 || !headers['content-type']?.startsWith('text/event-stream'))
      throw new Failure('unavailable', `No stream of push events (status ${status})`, {
        status,
        ...retryAfterOf(headers),
      });
    const reader = new EventStreamReader();
    for await (const piece of pieces) {
      alive();
      for (const event of reader.push(piece)) this.#take(event);
      // The id is stored after the push events of the piece were passed on. If the stream is lost in between, the next
      // request asks for them again.
      this.#lastEventId = reader.lastEventId ?? this.#lastEventId;
      this.#retryMs = Math.max(reader.retryMs ?? this.#retryMs, leastRetryMs);
    }
    return this.#lost();
  }

  #take({ name, data }: StreamEvent): void {
    try {
      if (name === relayEvents.handshake) this.#acceptHandshake(data);
      else if (name === relayEvents.pushEvent) {
        const { project, spreadMs } = parse(pushEventSchema, parseJson(data, 'Push event'), 'Push event');
        this.#lastReceivedAt = this.#options.clock.now();
        this.#fire((key) => this.#idOf(key) === project, spreadMs);
      } else if (name === relayEvents.gap) this.#receiveForAll(0);
    } catch (error) {
      // The relay may be of another version. A needless poll is better than a missed change.
      this.#options.log.warn(`Relay ${this.#options.address}: ${messageOf(error)}`);
      this.#receiveForAll(0);
    }
  }

  #acceptHandshake(data: string): void {
    const handshake = parse(handshakeSchema, parseJson(data, 'Relay'), 'Relay');
    const { salt, projects, run, spreadMs } = handshake;
    if (salt !== this.#salt) this.#ids.clear();
    this.#salt = salt;
    this.#projects = new Set(projects);
    this.#failures = 0;
    if (handshake.isLogAway === true) this.#leaveListening();
    else {
      this.#graceTimer?.dispose();
      this.#graceTimer = undefined;
      this.#set('listening');
    }
    const isSame = run === this.#relayRun;
    this.#relayRun = run;
    if (!isSame) this.#receiveForAll(spreadMs);
  }

  #receiveForAll(spreadMs: number): void {
    this.#fire((key) => this.covers(key), spreadMs);
  }

  #fire(concerns: ReceivedPush['concerns'], spreadMs: number): void {
    this.#received.fire({ concerns, spreadMs: Math.min(spreadMs, longestSpreadMs) });
  }

  #refused(status: number): number {
    this.#options.log.warn(`Relay ${this.#options.address} refuses the key (status ${status})`);
    this.#graceTimer?.dispose();
    this.#graceTimer = undefined;
    this.#set('refused');
    return refusedRetryMs;
  }

  #lost(retryAfterMs = 0): number {
    this.#leaveListening();
    const backedOff = exponentialDelay(this.#failures++, this.#retryMs, longestRetryMs);
    return Math.max(backedOff * (0.5 + this.#options.random()), Math.min(retryAfterMs, longestRetryMs));
  }

  /** Changes the state to `away`: after the grace period if the client was listening, otherwise at once. */
  #leaveListening(): void {
    const { clock, random } = this.#options;
    if (this.#state === 'listening')
      this.#graceTimer ??= clock.setTimer(grace.fromMs + random() * (grace.toMs - grace.fromMs), () => {
        this.#graceTimer = undefined;
        this.#set('away');
      });
    else this.#set('away');
  }

  #set(state: RelayState): void {
    if (this.#disposal.signal.aborted) return;
    const isNew = state !== this.#state || state === 'listening';
    this.#state = state;
    if (isNew) this.#changed.fire();
  }

  #idOf(projectKey: string): string {
    const known = this.#ids.get(projectKey);
    if (known !== undefined) return known;
    const id = opaqueProjectId(this.#salt, projectKey);
    this.#ids.set(projectKey, id);
    return id;
  }

  /** Resolves after `ms` milliseconds. Never resolves after `dispose`, which ends the loop of `#run`. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#disposal.signal.aborted) this.#retryTimer = this.#options.clock.setTimer(ms, resolve);
    });
  }
}
