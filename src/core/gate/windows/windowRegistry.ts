import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { type Disposable, DisposableStore } from '../../disposables.ts';
import { Emitter, type Event } from '../../events.ts';
import { messageOf } from '../../failures.ts';
import { errorsTo, type Log } from '../../log.ts';
import { WorkQueue } from '../../workQueue.ts';
import { gateKey, type GateId } from '../model.ts';

/** The record that a window publishes about itself for the other windows. */
export const windowRecordSchema = z.object({
  window: z.string(),
  isFocused: z.boolean(),
  /**
   * When the window last got the focus, milliseconds since the epoch by the local clock; absent while it does not have
   * the focus. Several windows may have a value: an editor in a browser does not notice that it lost the focus while no
   * element of its page had it.
   */
  focusedAt: z.optional(z.number()),
  /** The gates that the window watches, so that the leader of their connection watches them too. */
  gates: z.array(z.object({ connection: z.string(), project: z.string(), branch: z.optional(z.string()) })),
});
export type WindowRecord = z.output<typeof windowRecordSchema>;

export interface WindowRegistryStore {
  /** Replaces the record of this window. Rejects with `storage`. */
  publish(record: WindowRecord): Promise<void>;
  /** Returns the records of all windows whose process lives, including this one. Rejects with `storage`. */
  read(): Promise<readonly WindowRecord[]>;
  readonly onDidChange: Event<void>;
}

interface WindowRegistryOptions {
  readonly registryStore: WindowRegistryStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds until this window publishes its record again after the registry store failed. */
const retryMs = 5000;

/** The windows of the editor, as far as this window knows them. It knows itself even if the registry store fails. */
export class WindowRegistry implements Disposable {
  readonly #options: WindowRegistryOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #mine: WindowRecord;
  #others: readonly WindowRecord[] = [];
  readonly #publications = new WorkQueue();
  readonly #reads = new WorkQueue();
  #retry: Disposable | undefined;

  constructor(window: string, options: WindowRegistryOptions) {
    this.#options = options;
    this.#mine = { window, isFocused: false, gates: [] };
    this.#changed = this.#scope.add(
      new Emitter<void>(errorsTo(options.log, 'A listener of the windows failed')),
    );
  }

  get onDidChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  get isAnyFocused(): boolean {
    return this.#all.some(({ isFocused }) => isFocused);
  }

  get isOtherFocused(): boolean {
    return this.#others.some(({ isFocused }) => isFocused);
  }

  /** Whether another window got the focus later. If both got it at once, the greater id counts, so that both agree. */
  get isOtherFocusedLater(): boolean {
    const { focusedAt: own = -Infinity, window } = this.#mine;
    return this.#others.some(
      ({ focusedAt: at = -Infinity, ...other }) => at > own || (at === own && other.window > window),
    );
  }

  /** Returns the gates of a connection that any window watches, each gate once. */
  gatesOf(connection: string): readonly GateId[] {
    const own = this.#all.flatMap(({ gates }) => gates.filter((gate) => gate.connection === connection));
    return [
      ...new Map(
        own.map(({ project, branch }) => [gateKey({ project, branch }), { project, branch }]),
      ).values(),
    ];
  }

  /** Reads the records of the other windows, and reads them again after each change. Never rejects. */
  async start(): Promise<void> {
    this.#scope.add(this.#options.registryStore.onDidChange(() => void this.#refresh()));
    await this.#refresh();
  }

  /** Changes and publishes this window's record, in the order of the calls; later if the store fails. Never rejects. */
  async publish(changes: Partial<Omit<WindowRecord, 'window'>>): Promise<void> {
    this.#mine = { ...this.#mine, ...changes };
    this.#changed.fire();
    await this.#publications.run(() => this.#publish());
  }

  dispose(): void {
    this.#retry?.dispose();
    this.#scope.dispose();
  }

  get #all(): readonly WindowRecord[] {
    return [this.#mine, ...this.#others];
  }

  async #publish(): Promise<void> {
    if (this.#scope.isDisposed) return;
    try {
      await this.#options.registryStore.publish(this.#mine);
    } catch (error) {
      this.#options.log.debug(`Other windows do not see this one: ${messageOf(error)}`);
      this.#retry?.dispose();
      this.#retry = this.#options.clock.setTimer(retryMs, () => void this.publish({}));
    }
  }

  /** Reads run one after the other, so that the last one to end is the last one that began. */
  #refresh(): Promise<void> {
    return this.#reads.run(() => this.#read());
  }

  async #read(): Promise<void> {
    try {
      const records = await this.#options.registryStore.read();
      this.#others = records.filter(({ window }) => window !== this.#mine.window);
      if (!this.#scope.isDisposed) this.#changed.fire();
    } catch (error) {
      this.#options.log.debug(`This window does not see the others: ${messageOf(error)}`);
    }
  }
}

export interface WindowPort {
  /** Unique among all windows, past and future ones included. */
  readonly id: string;
  isFocused(): boolean;
  /** Fires when the window gains or loses the focus, and when the user is active in it again after a while. */
  readonly onDidChangeFocus: Event<void>;
}
