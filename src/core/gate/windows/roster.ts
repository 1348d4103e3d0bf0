import type { Clock } from '../../clock.ts';
import type { Disposable } from '../../disposables.ts';
import { DisposableStore } from '../../disposables.ts';
import { Emitter } from '../../events.ts';
import { messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import { gateKey, type GateId } from '../subject.ts';
import type { WindowBoard, WindowRecord } from './windows.ts';

interface RosterOptions {
  readonly board: WindowBoard;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often a board that took no news is tried again, milliseconds. */
const retryMs = 5000;

/** All windows as this one knows them. Where the board fails, a window knows itself. */
export class Roster implements Disposable {
  readonly #options: RosterOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #mine: WindowRecord;
  #others: readonly WindowRecord[] = [];
  #publishing: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  #retry: Disposable | undefined;

  constructor(window: string, options: RosterOptions) {
    this.#options = options;
    this.#mine = { window, isFocused: false, gates: [] };
    this.#changed = this.#scope.add(
      new Emitter<void>((error) => {
        options.log.error(`A listener of the windows failed: ${messageOf(error)}`);
      }),
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

  /** Whether another window says that it got the focus after this one did; two that got it at once agree by their names. */
  get isOtherFocusedLater(): boolean {
    const { focusedAt: own = -Infinity, window } = this.#mine;
    return this.#others.some(
      ({ focusedAt: at = -Infinity, ...other }) => at > own || (at === own && other.window > window),
    );
  }

  /** What any window watches of a connection. */
  gatesOf(connection: string): readonly GateId[] {
    const own = this.#all.flatMap(({ gates }) => gates.filter((gate) => gate.connection === connection));
    return [
      ...new Map(
        own.map(({ project, branch }) => [gateKey({ project, branch }), { project, branch }]),
      ).values(),
    ];
  }

  /** Starts to listen to the other windows. */
  async start(): Promise<void> {
    this.#scope.add(this.#options.board.onDidChange(() => void this.#look()));
    await this.#look();
  }

  /** Says something new of this window, to the others in the order in which it was said. */
  async say(news: Partial<Omit<WindowRecord, 'window'>>): Promise<void> {
    this.#mine = { ...this.#mine, ...news };
    this.#changed.fire();
    this.#publishing = this.#publishing.then(() => this.#publish());
    await this.#publishing;
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
      await this.#options.board.publish(this.#mine);
    } catch (error) {
      this.#options.log.debug(`Other windows do not hear of this one: ${messageOf(error)}`);
      this.#retry?.dispose();
      this.#retry = this.#options.clock.setTimer(retryMs, () => void this.say({}));
    }
  }

  /** One reading after the other: the last to end is the last to have begun. */
  #look(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const records = await this.#options.board.read();
      this.#others = records.filter(({ window }) => window !== this.#mine.window);
      if (!this.#scope.isDisposed) this.#changed.fire();
    } catch (error) {
      this.#options.log.debug(`This window does not hear of the others: ${messageOf(error)}`);
    }
  }
}
