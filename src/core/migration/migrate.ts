import { type CloudAddresses, originOf, type Connection } from '../connections/connection.ts';
import { type ConnectionsFile, type MigrationRecord, sameIdentity } from '../connections/store.ts';
import { Failure, messageOf } from '../failures.ts';
import { elementsOf, hasToken, type LegacyElement, isCommitted } from './element.ts';
import { adviceFor, type Choice, type MigrationReport, type MigrationOutcome } from './report.ts';
import {
  canRemoveElements,
  legacySections,
  locationsOf,
  isSameLocation,
  type SettingsPort,
  type SettingsLocation,
  type LocatedSection,
} from './settings.ts';
import {
  deleteLegacySecrets,
  provenRemovals,
  readLegacySecrets,
  readStored,
  storeSecrets,
  type SecretPorts,
} from './secrets.ts';
import type { Log } from '../log.ts';
import {
  type PlannedRemoval,
  type GroupDecision,
  decideDeleted,
  decideGroup,
  type DecisionInput,
  refuseUngrouped,
  decideToken,
  type TokenInput,
} from './decide.ts';
import {
  assign,
  type Assignment,
  type ElementGroup,
  groupByIdentity,
  type ReadableElement,
} from './assign.ts';

export interface MigrationPorts extends SecretPorts {
  readonly settings: SettingsPort;
  readonly store: {
    load(): Promise<ConnectionsFile>;
    edit(change: (file: ConnectionsFile) => ConnectionsFile): Promise<ConnectionsFile>;
  };
  /**
   * Runs `work` when no other run, of this window or of another one, is under way. Resolves with undefined if one is:
   * at once or, with `waits`, when it takes too long.
   */
  readonly exclusively: <T>(
    work: () => Promise<T>,
    waits: boolean,
  ) => Promise<{ readonly value: T } | undefined>;
  readonly cloud: () => CloudAddresses;
  readonly newUuid: () => string;
}

export interface MigrationOptions {
  /**
   * Identifies this start of the *editor*; it is the same in all windows and after their reloads. A token is removed
   * from the settings only in a later start, because a keyring that forgets at exit still returns the token until then.
   */
  readonly session: string;
  readonly removeNow?: boolean;
  /** Whether to wait for a run that is under way, as a user does who asked for a result. */
  readonly waits?: boolean;
  /** The user's choices, by the keys of an earlier report. */
  readonly choices?: ReadonlyMap<string, Choice>;
  /** Tells the user the result. A run that is killed before this call is told by the next one. */
  readonly tell?: (report: MigrationReport) => void;
}

/**
 * Moves legacy connections out of the settings, as far as this is allowed now. It may run at each start and be killed
 * at any point. Resolves with undefined if another run is under way. Rejects if the connections cannot be read or
 * written; then no data is lost.
 */
export async function migrate(
  ports: MigrationPorts,
  options: MigrationOptions,
): Promise<MigrationReport | undefined> {
  return (await ports.exclusively(() => run(ports, options), options.waits === true))?.value;
}

async function run(
  ports: MigrationPorts,
  { session, removeNow = false, choices = new Map(), tell }: MigrationOptions,
): Promise<MigrationReport> {
  const locations = legacySections.flatMap((section) =>
    locationsOf(section, ports.settings.inspect(section)),
  );
  const elements = locations.flatMap(elementsOf);
  const before = await ports.store.load();
  const removedBefore = before.migrated.filter((record) => hasLeft(record, elements)).length;
  const stored = await readStored(ports, elements, before);
  const old = await readLegacySecrets(ports, elements);
  let planned: ReturnType<typeof plan> | undefined;
  await ports.store.edit((file) => {
    planned = plan({
      elements,
      isWritable: ({ ref }) => canRemoveElements(ref, locations),
      file,
      stored,
      old,
      choices,
      session,
      removeNow,
      newUuid: ports.newUuid,
      originOf: (target) => originOf(target, ports.cloud()),
    });
    return planned.file;
  });
  if (!planned) throw new Failure('storage', 'The connections file was not edited');

  const unstored = await storeSecrets(ports, planned.secrets);
  const leaving = await provenRemovals(ports, planned.removals);
  await deleteLegacySecrets(ports, old, elements, leaving);
  const { gone, failures } = await takeOut(ports, locations, leaving);

  const outcomes = planned.outcomes.map((outcome, n): MigrationOutcome => {
    const element = elements[n];
    return element ? settle(outcome, element, { unstored, gone, failures }) : outcome;
  });
  const withToken = new Set(elements.filter(hasToken).map(({ key }) => key));
  const report = { outcomes, failures, advice: adviceFor(outcomes, withToken), removedBefore };
  tell?.(report);
  const left = elements.filter((element) => !gone.has(element));
  await ports.store.edit((file) => withToldRemovals(file, left));
  return report;
}

/** Whether the element of the record has left the settings, and the user has not been told. */
function hasLeft({ identity, isLeaving }: MigrationRecord, elements: readonly LegacyElement[]): boolean {
  const isIts = ({ content }: LegacyElement) =>
    'identity' in content && sameIdentity(content.identity, identity);
  return isLeaving === true && !elements.some(isIts);
}

function withToldRemovals(file: ConnectionsFile, elements: readonly LegacyElement[]): ConnectionsFile {
  if (!file.migrated.some((record) => hasLeft(record, elements))) return file;
  const told = ({ isLeaving: _, ...record }: MigrationRecord): MigrationRecord => record;
  return {
    ...file,
    migrated: file.migrated.map((record) => (hasLeft(record, elements) ? told(record) : record)),
  };
}

/** The results of carrying out the plan. */
interface Results {
  /** Uuids of the secrets that could not be stored. */
  readonly unstored: ReadonlySet<string>;
  readonly gone: ReadonlySet<LegacyElement>;
  readonly failures: MigrationReport['failures'];
}
function settle(
  outcome: MigrationOutcome,
  element: LegacyElement,
  { unstored, gone, failures }: Results,
): MigrationOutcome {
  if (outcome.outcome === 'refused') return outcome;
  const { ref, key } = element;
  const { uuid } = outcome;
  if (uuid !== undefined && unstored.has(uuid))
    return { ref, key, outcome: 'refused', reason: { problem: 'secretStore', uuid } };
  if (gone.has(element)) return { ...outcome, removal: 'done' };
  if (failures.some(({ location }) => isSameLocation(location, ref)))
    return { ...outcome, removal: 'failed' };
  return outcome;
}

/**
 * Removes elements from the settings, with one update for each array, because the editor's history keeps every step. An
 * empty rest of an array is written too, because removing its key would remove the comments around it.
 */
async function takeOut(
  { settings, log }: { readonly settings: SettingsPort; readonly log: Log },
  locations: readonly LocatedSection[],
  removals: readonly PlannedRemoval[],
): Promise<Pick<Results, 'gone' | 'failures'>> {
  const gone = new Set<LegacyElement>();
  const failures: MigrationReport['failures'][number][] = [];
  for (const { location, value } of locations) {
    const leaving = removals.filter(({ element }) => isSameLocation(element.ref, location));
    if (leaving.length === 0 || !Array.isArray(value)) continue;
    const indices = new Set(leaving.map(({ element }) => element.ref.index));
    const next = value.filter((_, index) => !indices.has(index));
    const reason = await replace(settings, location, value, next);
    if (reason === undefined) for (const { element } of leaving) gone.add(element);
    else failures.push({ location, reason });
  }
  for (const { reason } of failures) log.warn(`Migration: settings not written: ${reason}`);
  return { gone, failures };
}

/** Replaces an array. Resolves with undefined, or with the reason why it was not written. */
async function replace(
  settings: SettingsPort,
  location: SettingsLocation,
  expected: readonly unknown[],
  next: readonly unknown[],
): Promise<string | undefined> {
  const now = locationsOf(location.section, settings.inspect(location.section)).find((other) =>
    isSameLocation(other.location, location),
  );
  if (JSON.stringify(now?.value) !== JSON.stringify(expected)) return 'changed meanwhile';
  try {
    return (await settings.replace(location, { expected, next })) === 'changed'
      ? 'changed meanwhile'
      : undefined;
  } catch (error) {
    return messageOf(error);
  }
}

interface MigrationPlanInput extends TokenInput, DecisionInput {
  readonly elements: readonly LegacyElement[];
  readonly file: ConnectionsFile;
  readonly newUuid: () => string;
}

/**
 * Decides about every legacy element. The function is pure except for `newUuid`, and handles every input. The plan does
 * not overwrite the user's connections and names, and it overwrites a secret only if the user chose so.
 * @returns the changes to carry out, in the order of the fields. `file` is the same object if it does not change.
 */
function plan(input: MigrationPlanInput) {
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
    ...decided.filter(({ by }) => by === 'created').map(({ connection }) => connection),
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
