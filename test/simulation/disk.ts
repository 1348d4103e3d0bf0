import { Emitter, type Event } from '../../src/core/events.ts';
import { Failure } from '../../src/core/failures.ts';
import { emptyJournal, journalSchema, type Journal } from '../../src/core/gate/journal/journal.ts';
import type { GenerationLock } from '../../src/core/gate/windows/election.ts';
import type { GateFiles } from '../../src/core/gate/monitor.ts';
import type { WindowRecord } from '../../src/core/gate/windows/windowRegistry.ts';
import { ParsedText } from '../../src/node/files/storedJson.ts';
import { parse, parseJson } from '../../src/core/parsing.ts';
import type { Process } from './process.ts';

interface LockFile {
  readonly owner: Process;
  heartbeat: number;
  isReleased: boolean;
}

/** The folder in which the windows of one editor meet, and what can go wrong with it. */
export class Disk {
  /** Text, as on a disk. */
  #journal: string | undefined;
  /** The parsed text of all windows, unless each window parses for itself. */
  readonly #parsed = new ParsedText<Journal>();
  /** Takes no writes. */
  isFull = false;
  /** The next so many updates find that their lock was taken from them. */
  stolenLocks = 0;
  /** So many of the next updates find that another window keeps the journal locked, so they do not read it. */
  heldLocks = 0;
  /** Sees each journal before it replaces the one before. */
  onWrite: (next: Journal, writer: Process) => void = () => undefined;
  readonly #locks = new Map<string, Map<number, LockFile>>();
  readonly #windows = new Map<Process, WindowRecord>();
  readonly #journalChanged = new Emitter<void>(rethrow);
  readonly #windowsChanged = new Emitter<void>(rethrow);

  readonly #parsesPerWindow: boolean;

  /**
   * `parsesPerWindow`: each window parses for itself, as in real processes, so that measurements are real. Schedules
   * leave it off, because they have many windows.
   */
  constructor({ parsesPerWindow = false }: { readonly parsesPerWindow?: boolean } = {}) {
    this.#parsesPerWindow = parsesPerWindow;
  }

  /** Half of the file is gone. */
  tear(): void {
    this.#journal = this.#journal?.slice(0, this.#journal.length / 2);
    this.#journalChanged.fire();
  }

  get isTorn(): boolean {
    try {
      this.read();
      return false;
    } catch {
      return true;
    }
  }

  /** Returns the journal that a reader gets now. */
  read(parsed = this.#parsed): Journal {
    if (this.#journal === undefined) return emptyJournal;
    return parsed.valueOf(this.#journal, (text) => validated(parseJson(text, 'journal')));
  }

  /** The ports of one window. */
  filesFor(process: Process): GateFiles {
    const parsed = this.#parsesPerWindow ? new ParsedText<Journal>() : this.#parsed;
    return {
      journal: {
        read: () => process.outside(() => this.read(parsed)),
        update: (change) => process.outside(() => this.#update(change, process, parsed)),
        setAside: () =>
          process.outside(() => {
            this.#assertWritable();
            if (this.isTorn) this.#journal = undefined;
          }),
        onDidChange: heardBy(process, this.#journalChanged.event),
      },
      registryStore: {
        publish: (record) =>
          process.outside(() => {
            this.#assertWritable();
            this.#windows.set(process, record);
            this.#windowsChanged.fire();
          }),
        read: () =>
          process.outside(() =>
            [...this.#windows].filter(([{ isAlive }]) => isAlive).map(([, record]) => record),
          ),
        onDidChange: heardBy(process, this.#windowsChanged.event),
      },
      lockOf: (connection) => this.#lockOf(connection, process),
    };
  }

  #update(change: (current: Journal) => Journal, process: Process, parsed: ParsedText<Journal>): Journal {
    if (this.heldLocks > 0) {
      this.heldLocks--;
      throw new Failure('busy', 'the journal is locked');
    }
    const current = this.read(parsed);
    const next = change(current);
    if (next === current) return current;
    this.#assertWritable();
    if (this.stolenLocks > 0) {
      this.stolenLocks--;
      throw new Failure('busy', 'the lock was lost');
    }
    this.onWrite(next, process);
    const stored = validated(next);
    this.#journal = JSON.stringify(stored);
    this.#journalChanged.fire();
    return parsed.set(this.#journal, stored);
  }

  #lockOf(connection: string, process: Process): GenerationLock {
    const generations = this.#locks.get(connection) ?? new Map<number, LockFile>();
    this.#locks.set(connection, generations);
    // A full disk still takes the time of a file and the place of a small one.
    const change = (number: number, by: (file: LockFile) => void) =>
      process.outside(() => {
        const file = generations.get(number);
        if (file?.owner === process) by(file);
      });
    return {
      latest: () =>
        process.outside(() => {
          const number = Math.max(...generations.keys());
          const file = generations.get(number);
          return (
            file && {
              number,
              isOver: file.isReleased || !file.owner.isAlive,
              heartbeat: String(file.heartbeat),
            }
          );
        }),
      create: (number) =>
        process.outside(() => {
          this.#assertWritable();
          if (generations.has(number)) return false;
          generations.set(number, { owner: process, heartbeat: 0, isReleased: false });
          return true;
        }),
      heartbeat: (number) =>
        change(number, (file) => {
          file.heartbeat++;
        }),
      release: (number) =>
        change(number, (file) => {
          file.isReleased = true;
        }),
    };
  }

  #assertWritable(): void {
    if (this.isFull) throw new Failure('storage', 'no space left on device');
  }
}

/** Returns the parsed journal, frozen because readers share it. */
function validated(journal: unknown): Journal {
  return frozen(parse(journalSchema, journal, 'journal'));
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** A watcher tells later, and tells a dead process nothing. */
function heardBy(process: Process, event: Event<void>): Event<void> {
  return (listener) =>
    event(() => {
      void process.outside(() => undefined).then(() => listener());
    });
}

function rethrow(error: unknown): never {
  throw error;
}
