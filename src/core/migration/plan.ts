import type { Connection } from '../connections/connection.ts';
import { type ConnectionsFile, type MigrationRecord, sameIdentity } from '../connections/connectionsFile.ts';
import {
  assign,
  type Assignment,
  type ElementGroup,
  groupByIdentity,
  type ReadableElement,
} from './assign.ts';
import { isCommitted, type LegacyElement } from './element.ts';
import {
  type GroupDecision,
  decideDeleted,
  decideGroup,
  type DecisionInput,
  refuseUngrouped,
  type PlannedRemoval,
} from './decide.ts';
import type { MigrationOutcome } from './report.ts';
import { decideToken, type SecretToStore, type TokenInput } from './tokens.ts';

export interface MigrationPlanInput extends TokenInput, DecisionInput {
  readonly elements: readonly LegacyElement[];
  readonly file: ConnectionsFile;
  readonly newUuid: () => string;
}

/** The changes to carry out, in the order of the fields. */
export interface MigrationPlan {
  /** The connections file to write; the same object as the input's if it does not change. */
  readonly file: ConnectionsFile;
  readonly secrets: readonly SecretToStore[];
  readonly removals: readonly PlannedRemoval[];
  readonly outcomes: readonly MigrationOutcome[];
}

/**
 * Decides about every legacy element. The function is pure except for `newUuid`, and handles every input. The plan does
 * not overwrite the user's connections and names, and it overwrites a secret only if the user chose so.
 */
export function plan(input: MigrationPlanInput): MigrationPlan {
  const { elements, file, choices, newUuid } = input;
  const wanted = elements
    .filter(isReadable)
    .filter((element) => !isCommitted(element.ref) || choices.has(element.key));
  const groups = groupByIdentity(wanted);
  const deleted = groups.filter((group) => isDeleted(group, file));
  const living = groups.filter((group) => !deleted.includes(group));
  const decided = assign(living, file, newUuid).map((assignment) => decide(assignment, input));
  const connections = [
    ...file.connections,
    ...decided.filter(({ by }) => by === 'created').map(connectionOf),
  ];

  const decisions = new Map([
    ...deleted.flat().map((element) => [element, decideDeleted(element, input)] as const),
    ...decided.flatMap((decision) => decideGroup(decision, connections, input)),
  ]);
  const all = elements.map((element) => decisions.get(element) ?? refuseUngrouped(element));
  return {
    file: nextFile(
      file,
      connections,
      decided.map(({ group, record }) =>
        // Known before the removal, so that a later start can tell the user if this one is killed.
        group.some((element) => decisions.get(element)?.removal) ? { ...record, isLeaving: true } : record,
      ),
    ),
    secrets: decided.flatMap(({ store }) => store ?? []),
    removals: all.flatMap(({ removal }) => removal ?? []),
    outcomes: all.map(({ outcome }) => outcome),
  };
}

function isReadable(element: LegacyElement): element is ReadableElement {
  return !('problem' in element.content);
}

function isDeleted([{ content }]: ElementGroup, { tombstones }: ConnectionsFile): boolean {
  return tombstones.some((tombstone) => sameIdentity(tombstone, content.identity));
}

function connectionOf({ connection }: Assignment): Connection {
  return connection;
}

function decide(assignment: Assignment, input: MigrationPlanInput): GroupDecision {
  const { group, connection, by } = assignment;
  const decision = decideToken(assignment, input);
  const { identity } = group[0].content;
  const known = input.file.migrated.find((record) => sameIdentity(record.identity, identity));
  const isCopied = by !== 'known' || decision.store !== undefined;
  const record = known && !isCopied ? known : { identity, uuid: connection.uuid, copiedIn: input.session };
  return { ...assignment, ...decision, record };
}

function nextFile(
  file: ConnectionsFile,
  connections: Connection[],
  wanted: readonly MigrationRecord[],
): ConnectionsFile {
  const isOld = (record: MigrationRecord) =>
    file.migrated.some(
      ({ identity, uuid, copiedIn, isLeaving }) =>
        sameIdentity(identity, record.identity) &&
        uuid === record.uuid &&
        copiedIn === record.copiedIn &&
        isLeaving === record.isLeaving,
    );
  const records = wanted.filter((record) => !isOld(record));
  if (records.length === 0) return file;
  const isReplaced = ({ identity }: MigrationRecord) =>
    records.some((record) => sameIdentity(record.identity, identity));
  return {
    ...file,
    connections,
    migrated: [...file.migrated.filter((record) => !isReplaced(record)), ...records],
  };
}
