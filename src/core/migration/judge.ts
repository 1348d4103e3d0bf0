import type { Connection } from '../connections/connection.ts';
import type { MigrationRecord } from '../connections/connectionsFile.ts';
import type { Assignment, Readable } from './assign.ts';
import { hasToken, isCommitted, type LegacyElement } from './element.ts';
import type { Choice, Outcome, Refusal, Removal } from './report.ts';
import type { TokenDecision } from './tokens.ts';

/** What becomes of a group of elements, before each of them is judged. */
export type Decided = Assignment & TokenDecision & { readonly record: MigrationRecord };

export interface JudgeInput {
  /** False where the editor cannot take an element out. */
  readonly isWritable: (element: LegacyElement) => boolean;
  /** This start of the editor. */
  readonly session: string;
  /** A person wants the elements gone without waiting for a later start. */
  readonly removeNow: boolean;
  readonly choices: ReadonlyMap<string, Choice>;
}

/** An element that may leave the settings as soon as the secret store holds the token of its connection, if it has one. */
export interface PlannedRemoval {
  readonly element: LegacyElement;
  readonly proof?: { readonly uuid: string; readonly token: string };
}

interface Verdict {
  readonly outcome: Outcome;
  readonly removal?: PlannedRemoval;
}

/** The stored token went with its connection: what the settings hold is the last copy, so only a person may drop it. */
export function judgeDeleted(element: Readable, { isWritable, removeNow }: JudgeInput): Verdict {
  const removal: Removal = isWritable(element) ? 'onRequest' : 'byHand';
  return {
    outcome: { ...about(element), outcome: 'alreadyMigrated', uuid: undefined, removal, repairs: [] },
    ...(removal === 'onRequest' && removeNow && { removal: { element } }),
  };
}

export function judgeGroup(
  decision: Decided,
  connections: readonly Connection[],
  input: JudgeInput,
): readonly (readonly [LegacyElement, Verdict])[] {
  let isNew = decision.by !== 'known';
  return decision.group.map((element) => {
    const reason = refusalOf(element, decision, input);
    if (reason) return [element, refuse(element, reason)];
    const removal = removalOf(element, decision, input);
    const outcome: Outcome = isNew
      ? { ...about(element), ...migrated(element, decision, connections), removal: removal.when }
      : {
          ...about(element),
          outcome: 'alreadyMigrated',
          uuid: decision.connection.uuid,
          removal: removal.when,
          repairs: element.content.repairs,
        };
    isNew = false;
    return [element, { outcome, ...(removal.planned && { removal: removal.planned }) }];
  });
}

function refusalOf(
  { key, content: { token } }: Readable,
  { connection: { uuid }, token: kept, obstacle }: Decided,
  { choices }: JudgeInput,
): Refusal | undefined {
  if (token === undefined || token === kept) return undefined;
  if (obstacle === 'secretStore') return { problem: 'secretStore', uuid };
  if (choices.get(key) === 'stored') return undefined;
  return { problem: obstacle ?? 'tokenDiffers', uuid };
}

function removalOf(
  element: Readable,
  { connection: { uuid }, token, record }: Decided,
  { isWritable, removeNow, choices, session }: JudgeInput,
): { readonly when: Removal; readonly planned?: PlannedRemoval } {
  if (!isWritable(element)) return { when: 'byHand' };
  // A token that is not text could not be stored, so only the user may drop it.
  if (element.content.hasUnreadableToken && !removeNow) return { when: 'onRequest' };
  // Whatever is made or copied in this run is recorded for this session.
  const hasOutlivedAStart = record.copiedIn !== session;
  const isAsked = choices.get(element.key) === 'stored' || isCommitted(element.ref) || removeNow;
  if (!hasOutlivedAStart && !isAsked) return { when: 'laterStart' };
  const proof = token !== undefined && { proof: { uuid, token } };
  return { when: 'laterStart', planned: { element, ...proof } };
}

function migrated(
  { content: { unknownFields, repairs } }: Readable,
  { connection, renamedFrom, source }: Decided,
  connections: readonly Connection[],
) {
  const { uuid, connectionId } = connection;
  const resembles = connections.find(
    (other) => other.uuid !== uuid && folded(other.connectionId) === folded(connectionId),
  )?.connectionId;
  return {
    outcome: 'migrated',
    uuid,
    connectionId,
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(resembles !== undefined && { resembles }),
    token: source,
    unknownFields,
    repairs,
  } as const;
}

/** An element that is nobody's: malformed, or in a file of the workspace. */
export function leaveAlone(element: LegacyElement): Verdict {
  const { content } = element;
  if ('problem' in content) return refuse(element, content);
  return refuse(element, { problem: 'inWorkspace', hasToken: hasToken(element) });
}

function refuse(element: LegacyElement, reason: Refusal): Verdict {
  return { outcome: { ...about(element), outcome: 'refused', reason } };
}

function about({ ref, key }: LegacyElement): { readonly ref: LegacyElement['ref']; readonly key: string } {
  return { ref, key };
}

/** What a reader takes for the same name. */
function folded(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
