import type { GateStatus } from '../../api/qualityGates.ts';
import {
  updateConnection,
  type ChangeRecord,
  type GateRecord,
  type HiddenGate,
  type Journal,
} from './journal.ts';
import { gateKey, type GateId, type GateObservation } from '../model.ts';

/** Whether a change of status is worth a notification. `NONE` means that the project was never analyzed. */
export function isWorthNotifying(from: GateStatus, to: GateStatus): boolean {
  return from !== to && to !== 'NONE' && !(from === 'NONE' && to === 'OK');
}

/**
 * Enters observations of one connection. The first status of a gate is its baseline. A different status is a change. A
 * status that returns to the last one that was shown to the user cancels the changes that were not shown yet.
 * @param isOutOfReach Whether another window may be showing an open change, so that it cannot be cancelled.
 * @returns The same journal if the observations add nothing to it.
 */
export function observe(
  journal: Journal,
  connection: string,
  observations: readonly GateObservation[],
  isOutOfReach: (change: ChangeRecord) => boolean = () => false,
): Journal {
  let { sequence, changes } = journal;
  const after = updateConnection(journal, connection, (record) => {
    const gates = new Map(record.gates.map((gate) => [gateKey(gate), gate]));
    let hasOtherHeads = false;
    for (const seen of observations) {
      const gate = gates.get(gateKey(seen));
      hasOtherHeads = setHead(gates, seen) || hasOtherHeads;
      if (gate?.status === seen.status) continue;
      sequence++;
      if (gate) changes = withStatusChange(changes, { id: sequence, gate, seen, isOutOfReach });
      const { project, branch, head, status, source } = seen;
      const { issuesAt } = gate ?? {};
      gates.set(gateKey(seen), {
        project,
        branch,
        head,
        status,
        since: seen.at,
        source,
        revision: sequence,
        issuesAt,
      });
    }
    const shown = new Set(observations.map(gateKey));
    const isShown = (gate: HiddenGate) => shown.has(gateKey(gate));
    const hidden = record.hidden.some(isShown)
      ? record.hidden.filter((gate) => !isShown(gate))
      : record.hidden;
    if (sequence === journal.sequence && hidden === record.hidden && !hasOtherHeads) return record;
    return { ...record, gates: [...gates.values()], hidden };
  });
  return after === journal ? journal : { ...after, sequence, changes };
}

/** Makes the observed gate the only one of the project that counts for its `head`; returns whether a gate changed. */
function setHead(gates: Map<string, GateRecord>, seen: GateObservation): boolean {
  if (seen.head === undefined) return false;
  let isChanged = false;
  for (const [key, gate] of gates) {
    if (gate.project !== seen.project) continue;
    const isSeen = key === gateKey(seen);
    if (isSeen ? gate.head === seen.head : gate.head !== seen.head) continue;
    gates.set(key, { ...gate, head: isSeen ? seen.head : undefined });
    isChanged = true;
  }
  return isChanged;
}

/** Marks gates that the platform does not show. Their last status stays for a comparison when they return. */
export function markHidden(journal: Journal, connection: string, gates: readonly HiddenGate[]): Journal {
  return updateConnection(journal, connection, (record) => {
    const known = new Map(record.hidden.map((gate) => [gateKey(gate), gate]));
    const isKnown = (gate: HiddenGate) => {
      const before = known.get(gateKey(gate));
      return before?.code === gate.code && before.at === gate.at;
    };
    const added = gates.filter((gate) => !isKnown(gate));
    if (added.length === 0) return record;
    const replaced = new Set(added.map(gateKey));
    return {
      ...record,
      hidden: [...record.hidden.filter((gate) => !replaced.has(gateKey(gate))), ...added],
    };
  });
}

interface StatusChange {
  readonly id: number;
  readonly gate: GateRecord;
  readonly seen: GateObservation;
  readonly isOutOfReach: (change: ChangeRecord) => boolean;
}

function withStatusChange(
  changes: ChangeRecord[],
  { id, gate, seen, isOutOfReach }: StatusChange,
): ChangeRecord[] {
  const own = changes.filter((change) => isGateChange(change) && isChangeOf(change, seen.connection, seen));
  // A claimed change may be on the screen already, so it can no longer be cancelled.
  const pending = own.filter(
    (change) => change.claim === undefined && change.outcome === undefined && !isOutOfReach(change),
  );
  const delivered = pending[0]?.from ?? gate.status;
  if (pending.length === 0 && !isWorthNotifying(delivered, seen.status)) return changes;
  const gateChange: ChangeRecord = {
    id,
    connection: seen.connection,
    project: seen.project,
    branch: seen.branch,
    from: gate.status,
    to: seen.status,
    at: seen.at,
    source: seen.source,
    link: seen.details?.link,
    cause: seen.details?.cause,
    analysedAt: seen.details?.analysedAt,
    conditions: conditionsOf(seen, own.at(-1)),
  };
  if (isWorthNotifying(delivered, seen.status)) return [...changes, gateChange];
  const outcome = { as: 'undone', at: seen.at } as const;
  const undone = new Set(pending);
  return [
    ...changes.map((change) => (undone.has(change) ? { ...change, outcome } : change)),
    { ...gateChange, outcome },
  ];
}

/** Returns the conditions that fail; of a passed gate, those that made it fail before, with their former values. */
function conditionsOf(
  { status, details }: GateObservation,
  last: ChangeRecord | undefined,
): ChangeRecord['conditions'] {
  const conditions = details?.conditions;
  if (status !== 'OK' || !conditions) return conditions && [...conditions];
  const failed = new Map(last?.conditions?.map(({ metric, actual }) => [metric, actual]));
  return conditions
    .filter(({ metric }) => failed.has(metric))
    .map((condition) => ({ ...condition, was: failed.get(condition.metric) }));
}

/** Whether the change is one of the gate's status, not a notice of new issues. */
export function isGateChange({ category }: Pick<ChangeRecord, 'category'>): boolean {
  return category === undefined;
}

/** Whether a change belongs to this gate, of exactly this branch. */
export function isChangeOf(change: ChangeRecord, connection: string, { project, branch }: GateId): boolean {
  return change.connection === connection && change.project === project && change.branch === branch;
}
