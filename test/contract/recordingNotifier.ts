import type { GateNotification, GateChange, Notifier } from '../../src/core/gate/notify/gateNotification.ts';

/** A person who sees everything at once. */
export class RecordingNotifier implements Notifier {
  readonly delivered: string[] = [];
  readonly #textOf: (change: GateChange, kind: GateNotification['kind']) => string;
  #read = 0;
  #wake: (() => void) | undefined;

  constructor(textOf: (change: GateChange, kind: GateNotification['kind']) => string) {
    this.#textOf = textOf;
  }

  isReady(): Promise<boolean> {
    return Promise.resolve(true);
  }

  notify(notification: GateNotification): Promise<boolean> {
    const changes = notification.kind === 'change' ? [notification.change] : notification.changes;
    this.delivered.push(...changes.map((change) => this.#textOf(change, notification.kind)));
    this.#wake?.();
    return Promise.resolve(true);
  }

  /** Resolves with the oldest delivered change that was not read yet, or with the next one. */
  async next(): Promise<string | undefined> {
    while (this.delivered.length === this.#read) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.delivered[this.#read++];
  }
}
