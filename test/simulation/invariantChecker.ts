import type { ChangeRecord, Journal } from '../../src/core/gate/journal/journal.ts';
import type { GateNotification, GateChange } from '../../src/core/gate/notify/gateNotification.ts';
import { isWorthNotifying } from '../../src/core/gate/journal/observe.ts';
import { gateKey } from '../../src/core/gate/model.ts';
import type { StatusChange } from './modelPlatform.ts';

/** Violations of the invariants. Each entry names the change. */
export interface Violations {
  /** Not undone, not muted, and neither in a toast nor in a recap. */
  readonly lost: string[];
  /** Two toasts of one change, or one of a change that never was. */
  readonly repeated: string[];
  /** Delivered in another order than the changes happened, or with a state that the platform did not have. */
  readonly misordered: string[];
}

interface Shown {
  readonly as: GateNotification['kind'];
  readonly item: GateChange;
}

/** Watches everything that a person sees and everything that is written, and knows what really happened. */
export class InvariantChecker {
  readonly violations: Violations = { lost: [], repeated: [], misordered: [] };
  /** Changes of gates. */
  readonly #shown: Shown[] = [];
  readonly #issuesShown: GateChange[] = [];
  /** Notices of new issues that a window has claimed as a recap, because the user may have seen them already. */
  readonly #recaps: ChangeRecord[] = [];
  #journal: Journal | undefined;
  #mayHaveGaps = false;
  #mayLackHistory = false;
  /** Gates with a change that the user did not want, which leaves a gap in the delivered changes. */
  readonly #muted = new Set<string>();

  /** A window has shown this to a person. */
  sees(notification: GateNotification): void {
    if (notification.kind === 'newIssues') {
      for (const item of notification.changes) this.#seesIssues(item);
      return;
    }
    const items = notification.kind === 'change' ? [notification.change] : notification.changes;
    for (const item of items) {
      const before = this.#shown.filter((shown) => isSameGate(shown.item, item));
      const again = before.filter((shown) => isSame(shown.item, item));
      if (notification.kind === 'change' && again.some((shown) => shown.as === 'change'))
        this.violations.repeated.push(`${nameOf(item)}: toasted again`);
      const last = latestOf(before);
      if (last && again.length === 0) {
        if (item.id < last.id) this.violations.misordered.push(`${nameOf(item)} after ${nameOf(last)}`);
        if (item.to === last.to && !this.#muted.has(gateKey(item)))
          this.violations.repeated.push(`${nameOf(item)} after ${nameOf(last)}`);
      }
      this.#shown.push({ as: notification.kind, item });
    }
  }

  #seesIssues(item: GateChange): void {
    const isAgain = this.#issuesShown.some((shown) => isSameNotice(shown, item));
    if (isAgain && !this.#recaps.some((recap) => isSameNotice(recap, item)))
      this.violations.repeated.push(`new issues of ${item.project}, #${item.id}`);
    this.#issuesShown.push(item);
  }

  /** Allows gaps in the journal from now on, because it was damaged. Notifications are still checked. */
  forgivesGaps(): void {
    this.#mayHaveGaps = true;
  }

  /** Allows that ended changes are missing from now on, because they are older than the history. Open ones must stay. */
  forgivesShortHistory(): void {
    this.#mayLackHistory = true;
  }

  /** A journal replaces the one before. */
  sawJournal(next: Journal): void {
    const before = this.#mayHaveGaps ? undefined : this.#journal;
    this.#journal = next;
    for (const change of next.changes) {
      if (change.outcome?.as === 'muted' && !change.category) this.#muted.add(gateKey(change));
      if (change.category && change.claim?.as === 'recap') this.#recaps.push(change);
    }
    const known = new Map(before?.changes.map((change) => [change.id, change]));
    for (const change of next.changes) {
      const wasDelivered = change.outcome?.as === 'toast' || change.outcome?.as === 'recap';
      if (wasDelivered && !known.get(change.id)?.outcome && !this.#wasShown(change))
        this.violations.lost.push(`${nameOf(change)}: acknowledged, but nobody saw it`);
      known.delete(change.id);
    }
    for (const change of known.values())
      if (!change.outcome) this.violations.lost.push(`${nameOf(change)}: gone from the journal`);
    if (before && !this.#mayLackHistory) this.#checkGates(before, next);
  }

  /** Everything has come to rest. `truth`: each gate by its `gateKey`. `stateOf`: as a window shows it. */
  rests(
    gateChanges: readonly StatusChange[],
    truth: ReadonlyMap<string, string>,
    stateOf: (gate: string) => string | undefined,
  ): void {
    for (const change of this.#journal?.changes ?? [])
      if (!change.outcome) this.violations.lost.push(`${nameOf(change)}: still open`);
    for (const [gate, status] of truth) {
      const state = stateOf(gate);
      if (state !== status) this.violations.misordered.push(`${gate} is ${status}, shown as ${state}`);
      const shown = this.#shown.filter(({ item }) => gateKey(item) === gate);
      this.#checkTruth(
        gate,
        shown.map(({ item }) => item),
        gateChanges,
      );
      const last = latestOf(shown)?.to;
      if (last !== undefined && !this.#muted.has(gate) && isWorthNotifying(last, status))
        this.violations.lost.push(`${gate} is ${status}, last delivered ${last}`);
    }
  }

  /** `raised`: the project of each issue that the person got. */
  restsWithIssues(raised: readonly string[]): void {
    for (const project of new Set(raised)) {
      const delivered = new Set(
        this.#issuesShown.filter((shown) => shown.project === project).map(({ at }) => at),
      );
      if (delivered.size > raised.filter((other) => other === project).length)
        this.violations.repeated.push(`new issues of ${project}: notified more often than there were any`);
    }
  }

  /** Not by time: while the disk failed, two windows may have observed the same change at different times. */
  #wasShown(change: ChangeRecord): boolean {
    if (change.category) return this.#issuesShown.some((shown) => isSameNotice(shown, change));
    return this.#shown.some(({ item }) => isSameGate(item, change) && item.to === change.to);
  }

  /** A status that changes must leave a change behind, whatever becomes of it. */
  #checkGates(before: Journal, next: Journal): void {
    for (const { uuid, gates, target } of before.connections) {
      const record = next.connections.find((connection) => connection.uuid === uuid);
      if (record?.target !== target) continue;
      for (const gate of gates) {
        const after = record.gates.find((other) => isSameGate(other, gate));
        if (!after) this.violations.lost.push(`${gate.project}: its baseline is gone`);
        else if (
          isWorthNotifying(gate.status, after.status) &&
          !next.changes.some((change) => change.id === after.revision)
        )
          this.violations.lost.push(`${gate.project}: ${gate.status}→${after.status} left no change`);
        const isNewer = gate.issuesAt !== undefined && gate.issuesAt < (after?.issuesAt ?? 0);
        const isNoticed = next.changes.some((change) => change.category && isSameGate(change, gate));
        if (isNewer && !isNoticed) this.violations.lost.push(`${gate.project}: new issues left no change`);
      }
    }
  }

  /** The toasted changes must have happened, in this order. */
  #checkTruth(gate: string, shown: readonly GateChange[], gateChanges: readonly StatusChange[]): void {
    const happened = gateChanges.filter((gateChange) => gateChange.gate === gate).map(({ to }) => to);
    const distinct = [...new Map(shown.map((item) => [item.id, item])).values()].sort((a, b) => a.id - b.id);
    for (const item of distinct) {
      const index = happened.indexOf(item.to);
      if (index < 0) this.violations.repeated.push(`${nameOf(item)}: never happened`);
      else happened.splice(0, index + 1);
    }
  }
}

/** Not the one shown last: a window that falls asleep on its way to the screen shows its toast when it wakes, late, but of what was then. */
function latestOf(shown: readonly Shown[]): GateChange | undefined {
  const items = shown.map(({ item }) => item);
  return items.toSorted((one, other) => one.id - other.id).at(-1);
}

type ChangeLike = Pick<ChangeRecord, 'project' | 'branch' | 'from' | 'to' | 'at'>;

/** Whether two changes are the same notice of new issues. Ids do not count, as for gates. */
function isSameNotice(one: ChangeLike, other: ChangeLike): boolean {
  return isSameGate(one, other) && one.at === other.at;
}

/** Not by id: what was seen while the disk failed gets another one. */
function isSame(a: ChangeLike, b: ChangeLike): boolean {
  return isSameGate(a, b) && a.from === b.from && a.to === b.to && a.at === b.at;
}

function isSameGate(
  a: { readonly project: string; readonly branch?: string | undefined },
  b: { readonly project: string; readonly branch?: string | undefined },
): boolean {
  return a.project === b.project && a.branch === b.branch;
}

function nameOf({ id, project, from, to }: Pick<ChangeRecord, 'id' | 'project' | 'from' | 'to'>): string {
  return `#${id} ${project} ${from}→${to}`;
}
