import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import { Emitter, type Event } from '../events.ts';
import { messageOf } from '../failures.ts';
import { errorsTo, type Log } from '../log.ts';
import type { SharedFile } from '../sharedFile.ts';

/** The messages between windows about secrets. They never contain a secret. */
export const secretSyncFileSchema = z.object({
  version: z.literal(1),
  /** Requests of windows that miss a secret. */
  requests: z.array(
    z.object({
      uuid: z.string(),
      nonce: z.string(),
      at: z.number(),
      /** Whether another window has stored the secret again. */
      answered: z.boolean(),
    }),
  ),
  /** Maps a connection's uuid to a nonce that changes each time a window stores or deletes the connection's secret. */
  written: z.record(z.string(), z.string()),
});
type SecretSyncFile = z.output<typeof secretSyncFileSchema>;

export const emptySecretSyncFile: SecretSyncFile = { version: 1, requests: [], written: {} };

interface SecretSyncOptions {
  readonly file: SharedFile<SecretSyncFile>;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
}

/** How long a request waits. A window usually answers within some ten milliseconds; a busy one needs longer. */
const answerMs = 1_000;
/** Requests older than this are removed: their windows ended before they got an answer. */
const forgetMs = 60_000;

/**
 * Exchanges messages about secrets between the windows of an editor, through a shared file. Errors are only logged:
 * without the exchange each window relies on its own secret store, which is the normal case.
 */
export class SecretSync implements Disposable {
  readonly #options: SecretSyncOptions;
  readonly #requests: Emitter<string>;
  readonly #changes: Emitter<string>;
  readonly #updates: Emitter<SecretSyncFile>;
  readonly #scope = new DisposableStore();
  /** `written` as last read; undefined before the first read. */
  #written: Readonly<Record<string, string>> | undefined;
  /** The values in `written` that this window wrote. */
  readonly #own = new Map<string, string>();
  /** Uuids of secrets that other windows wrote. This window may have old ones and answers no requests for them. */
  readonly #foreign = new Set<string>();
  readonly #handledRequests = new Set<string>();

  constructor(options: SecretSyncOptions) {
    this.#options = options;
    const onError = errorsTo(options.log, 'Listener of the secret exchange');
    this.#requests = this.#scope.add(new Emitter(onError));
    this.#changes = this.#scope.add(new Emitter(onError));
    this.#updates = this.#scope.add(new Emitter(onError));
    this.onDidRequest = this.#requests.event;
    this.onDidChange = this.#changes.event;
  }

  /** Fires with a connection's uuid when another window misses its secret. */
  readonly onDidRequest: Event<string>;
  /** Fires with a connection's uuid when another window has stored or deleted its secret. */
  readonly onDidChange: Event<string>;

  /** Starts to watch the shared file, and resolves after the first read. */
  async start(): Promise<void> {
    this.#scope.add(this.#options.file.onDidChange(() => void this.#read()));
    await this.#read();
  }

  /** Asks the other windows to store a secret again. Resolves with whether one did within 1 s. */
  async request(uuid: string): Promise<boolean> {
    const { clock, newNonce } = this.#options;
    const nonce = newNonce();
    this.#handledRequests.add(nonce);
    const request = { uuid, nonce, at: clock.now(), answered: false };
    const asked = await this.#update((file) => ({ ...file, requests: [...file.requests, request] }));
    if (!asked) return false;
    const answered = await this.#whenAnswered(nonce);
    await this.#update((file) => ({
      ...file,
      requests: file.requests.filter((item) => item.nonce !== nonce),
    }));
    return answered;
  }

  /** Marks all requests for this secret as answered: this window has stored it again. */
  async answer(uuid: string): Promise<void> {
    await this.#update((file) => ({
      ...file,
      requests: file.requests.map((request) =>
        request.uuid === uuid ? { ...request, answered: true } : request,
      ),
    }));
  }

  /** Tells the other windows that this window has stored or deleted the secret. */
  async announce(uuid: string): Promise<void> {
    const nonce = this.#options.newNonce();
    this.#foreign.delete(uuid);
    this.#own.set(uuid, nonce);
    await this.#update((file) => ({ ...file, written: { ...file.written, [uuid]: nonce } }));
  }

  dispose(): void {
    this.#scope.dispose();
  }

  async #read(): Promise<void> {
    try {
      this.#take(await this.#options.file.read());
    } catch (error) {
      this.#options.log.warn(`Secret exchange: ${messageOf(error)}`);
    }
  }

  #take(file: SecretSyncFile): void {
    const before = this.#written ?? file.written;
    this.#written = file.written;
    for (const [uuid, nonce] of Object.entries(file.written)) {
      if (before[uuid] === nonce || this.#own.get(uuid) === nonce) continue;
      this.#foreign.add(uuid);
      this.#changes.fire(uuid);
    }
    for (const { uuid, nonce, answered } of file.requests) {
      if (answered || this.#handledRequests.has(nonce)) continue;
      this.#handledRequests.add(nonce);
      if (!this.#foreign.has(uuid)) this.#requests.fire(uuid);
    }
    this.#updates.fire(file);
  }

  /** Resolves with true when a window answers the request, or with false after `answerMs`. */
  #whenAnswered(nonce: string): Promise<boolean> {
    return new Promise((resolve) => {
      const scope = new DisposableStore();
      const end = (answered: boolean) => {
        scope.dispose();
        resolve(answered);
      };
      scope.add(
        this.#updates.event(({ requests }) => {
          if (requests.some((request) => request.nonce === nonce && request.answered)) end(true);
        }),
      );
      scope.add(this.#options.clock.setTimer(answerMs, () => end(false)));
    });
  }

  /** Changes the shared file, and resolves with whether it was written. */
  async #update(change: (file: SecretSyncFile) => SecretSyncFile): Promise<boolean> {
    const { file, clock, log } = this.#options;
    const isRecent = ({ at }: { readonly at: number }) => Math.abs(clock.now() - at) < forgetMs;
    try {
      await file.update((current) => {
        const next = change(current);
        return { ...next, requests: next.requests.filter(isRecent) };
      });
      return true;
    } catch (error) {
      log.warn(`Secret exchange: ${messageOf(error)}`);
      return false;
    }
  }
}
