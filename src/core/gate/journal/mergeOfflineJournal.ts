import {
  connectionOf,
  type ChangeRecord,
  type ConnectionRecord,
  type GateRecord,
  type Journal,
} from './journal.ts';
import { isChangeOf, isGateChange } from './observe.ts';
import { gateKey } from '../model.ts';

interface Outage {
  /** `sequence` of the stored journal when the disk began to fail. */
  readonly base: number;
  /** The connections that this window polled meanwhile. Others are not merged: the windows that poll them have them. */
  readonly led: ReadonlySet<string>;
}

/**
 * Merges what one window learned and showed while it could not write (`memory`) into the journal on the disk. As a rule
 * no other window could write either. If one did, its status of a gate takes precedence, and a change to this status is
 * recorded as delivered if this window has delivered the same change. A change that this window has not shown yet is
 * left to the other window if that has found it too.
 *
 * Two polls may have begun under one number meanwhile, one in each journal. Neither may enter answers any more, because
 * they may be older than what the merged journal has.
 */
export function mergeOfflineJournal(disk: Journal, memory: Journal, { base, led }: Outage): Journal {
  let sequence = Math.max(disk.sequence, memory.sequence);
  const numbers = new Map<number, number>();
  const renumber = (old: number): number => {
    const number = numbers.get(old) ?? ++sequence;
    numbers.set(old, number);
    return number;
  };
  const own = memory.changes.filter(({ connection }) => led.has(connection));
  const isAdded = (change: ChangeRecord) =>
    change.id > base && !isFoundMeanwhile(change, { disk, memory, base });
  const added = own.filter(isAdded).map((change) => ({ ...change, id: renumber(change.id) }));
  const connections = memory.connections.filter(({ uuid }) => led.has(uuid));
  const adopted = connections.map((record): ConnectionRecord => {
    const stored = connectionOf(disk, record.uuid);
    const isShared = disk.sequence > base;
    const turn = isShared ? Math.max(record.turn, stored?.turn ?? 0) + 1 : record.turn;
    return { ...merged(stored, record, base, renumber), turn };
  });
  const others = disk.connections
    .filter(({ uuid }) => !led.has(uuid) || !connectionOf(memory, uuid))
    .map((record) => withoutPollsOf(connectionOf(memory, record.uuid), record));
  return {
    ...disk,
    sequence,
    connections: [...others, ...adopted],
    changes: [...disk.changes.map((change) => withOutcome(change, own, base)), ...added],
  };
}

/** Ends the polls of memory, whose answers are not merged. */
function withoutPollsOf(memory: ConnectionRecord | undefined, disk: ConnectionRecord): ConnectionRecord {
  return memory && memory.turn >= disk.turn ? { ...disk, turn: memory.turn + 1 } : disk;
}

function merged(
  disk: ConnectionRecord | undefined,
  memory: ConnectionRecord,
  base: number,
  renumber: (revision: number) => number,
): ConnectionRecord {
  const known = new Map(disk?.gates.map((gate) => [gateKey(gate), gate]));
  const gates = memory.gates.map((gate): GateRecord => {
    const stored = known.get(gateKey(gate));
    const issuesAt = newer(stored?.issuesAt, gate.issuesAt);
    if (stored && (stored.revision > base || gate.revision <= base)) return { ...stored, issuesAt };
    return { ...gate, revision: renumber(gate.revision), issuesAt };
  });
  const added =
    disk?.gates.filter((gate) => !memory.gates.some((own) => gateKey(own) === gateKey(gate))) ?? [];
  const epoch = Math.max(memory.epoch, disk?.epoch ?? 0);
  return { ...memory, epoch, gates: [...gates, ...added] };
}

/** Whether another window has found the change too, before this window has shown it: its record is the one to show. */
function isFoundMeanwhile(
  change: ChangeRecord,
  { disk, memory, base }: { readonly disk: Journal; readonly memory: Journal; readonly base: number },
): boolean {
  if (change.claim || change.outcome) return false;
  const gateIn = (journal: Journal) =>
    connectionOf(journal, change.connection)?.gates.find((gate) => gateKey(gate) === gateKey(change));
  const stored = gateIn(disk);
  if (isGateChange(change)) return (stored?.revision ?? 0) > base;
  const isNoticed = disk.changes.some(
    (other) =>
      other.id > base && other.category === change.category && isChangeOf(other, change.connection, change),
  );
  return isNoticed && (stored?.issuesAt ?? 0) >= (gateIn(memory)?.issuesAt ?? 0);
}

function newer(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function withOutcome(change: ChangeRecord, own: readonly ChangeRecord[], base: number): ChangeRecord {
  if (change.outcome || change.claim) return change;
  const isSame = (other: ChangeRecord) =>
    other.id > base &&
    other.category === change.category &&
    isChangeOf(other, change.connection, change) &&
    other.to === change.to;
  const delivered = change.id <= base ? own.find(({ id }) => id === change.id) : own.findLast(isSame);
  return delivered ? { ...change, claim: delivered.claim, outcome: delivered.outcome } : change;
}
