import { type Connection, sameTarget, type Target } from '../connections/connection.ts';
import type { MigrationRecord } from '../connections/store.ts';
import type { Assignment, ReadableElement } from './assign.ts';
import { hasToken, isCommitted, type LegacyElement } from './element.ts';
import type { Choice, MigrationOutcome, MigrationRefusal, Removal } from './report.ts';
import type { Secret } from '../connections/tokenStore.ts';

/** The decisions about a group of elements, which precede those about each element. */
export type GroupDecision = Assignment & TokenDecision & { readonly record: MigrationRecord };

export interface DecisionInput {
  /** Returns whether the editor can remove an element from the settings. */
  readonly isWritable: (element: LegacyElement) => boolean;
  /** Identifies this start of the editor. */
  readonly session: string;
  /** Whether the user wants the elements removed now, without waiting for a later start. */
  readonly removeNow: boolean;
  readonly choices: ReadonlyMap<string, Choice>;
}

/** An element that may be removed once the secret store has the token in `proof`. Without a token it has no `proof`. */
export interface PlannedRemoval {
  readonly element: LegacyElement;
  readonly proof?: { readonly uuid: string; readonly token: string };
}

interface Decision {
  readonly outcome: MigrationOutcome;
  readonly removal?: PlannedRemoval;
}

/** Decides about an element of a deleted connection: its token may be the last copy, which only the user may remove. */
export function decideDeleted(element: ReadableElement, { isWritable, removeNow }: DecisionInput): Decision {
  const removal: Removal = isWritable(element) ? 'onRequest' : 'byHand';
  return {
    outcome: { ...about(element), outcome: 'alreadyMigrated', uuid: undefined, removal, repairs: [] },
    ...(removal === 'onRequest' && removeNow && { removal: { element } }),
  };
}

/** Decides about a group. Its first element not refused can create the connection; the others are then migrated. */
export function decideGroup(
  decision: GroupDecision,
  connections: readonly Connection[],
  input: DecisionInput,
): readonly (readonly [LegacyElement, Decision])[] {
  let isNew = decision.by !== 'known';
  return decision.group.map((element) => {
    const reason = refusalOf(element, decision, input);
    if (reason) return [element, refuse(element, reason)];
    const removal = removalOf(element, decision, input);
    const outcome: MigrationOutcome = isNew
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
  { key, content: { token } }: ReadableElement,
  { connection: { uuid }, token: kept, obstacle }: GroupDecision,
  { choices }: DecisionInput,
): MigrationRefusal | undefined {
  if (token === undefined || token === kept) return undefined;
  if (obstacle === 'secretStore') return { problem: 'secretStore', uuid };
  if (choices.get(key) === 'stored') return undefined;
  return { problem: obstacle ?? 'tokenDiffers', uuid };
}

function removalOf(
  element: ReadableElement,
  { connection: { uuid }, token, record }: GroupDecision,
  { isWritable, removeNow, choices, session }: DecisionInput,
): { readonly when: Removal; readonly planned?: PlannedRemoval } {
  if (!isWritable(element)) return { when: 'byHand' };
  // A token that is not text could not be stored, so only the user may drop it.
  if (element.content.hasUnreadableToken && !removeNow) return { when: 'onRequest' };
  // A connection or token that this run creates or copies has this session in its record.
  const hasOutlivedAStart = record.copiedIn !== session;
  const isAsked = choices.get(element.key) === 'stored' || isCommitted(element.ref) || removeNow;
  if (!hasOutlivedAStart && !isAsked) return { when: 'laterStart' };
  const proof = token !== undefined && { proof: { uuid, token } };
  return { when: 'laterStart', planned: { element, ...proof } };
}

function migrated(
  { content: { unknownFields, repairs } }: ReadableElement,
  { connection, renamedFrom, source }: GroupDecision,
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

/** Refuses an element without a group: a malformed one, or one in a file of the workspace. */
export function refuseUngrouped(element: LegacyElement): Decision {
  const { content } = element;
  if ('problem' in content) return refuse(element, content);
  return refuse(element, {
    problem: 'inWorkspace',
    identity: content.identity,
    hasToken: hasToken(element),
  });
}

function refuse(element: LegacyElement, reason: MigrationRefusal): Decision {
  return { outcome: { ...about(element), outcome: 'refused', reason } };
}

function about({ ref, key }: LegacyElement): { readonly ref: LegacyElement['ref']; readonly key: string } {
  return { ref, key };
}

/** Returns the same text for names that look alike: they differ in case, blanks or compatibility characters. */
function folded(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

export type StoredSecret = Secret | 'missing' | 'unreadable';

export interface TokenInput {
  /** The secrets, by uuid, of the connections that existed when the secrets were read. */
  readonly stored: ReadonlyMap<string, StoredSecret>;
  /** The tokens that versions 3.6 and 3.7 stored, by their keys. */
  readonly old: ReadonlyMap<string, string>;
  readonly choices: ReadonlyMap<string, Choice>;
  readonly originOf: (target: Target) => string;
}

export interface SecretToStore {
  readonly uuid: string;
  readonly secret: Secret;
  /** Whether the user chose to replace a stored secret by this one; otherwise a stored secret is kept. */
  readonly overwrite: boolean;
}

/** The token that a connection has after the plan is carried out. */
export interface TokenDecision {
  readonly token: string | undefined;
  readonly source: 'settings' | 'oldSecret' | 'stored' | undefined;
  readonly store?: SecretToStore;
  /** The reason why the tokens of its elements can be neither compared nor stored. */
  readonly obstacle?: 'addressChanged' | 'secretStore';
}

/**
 * Decides which token a connection gets. The stored token takes precedence unless the user chose otherwise, because it
 * was used last. Next is the token that version 3.6 or 3.7 stored, then the first token in the settings.
 */
export function decideToken({ group, connection }: Assignment, input: TokenInput): TokenDecision {
  const { stored, old, choices, originOf } = input;
  const state = stored.get(connection.uuid) ?? 'missing';
  if (state === 'unreadable') return { token: undefined, source: undefined, obstacle: 'secretStore' };
  const current = state === 'missing' ? undefined : state.token;
  const isSameAddress = sameTarget(connection, group[0].content.target);
  const tokens = group.flatMap(({ content }) => content.token ?? []);
  const chosen = group.find(({ key }) => choices.get(key) === 'settings')?.content.token;

  const decide = (token: string, source: 'settings' | 'oldSecret'): TokenDecision => ({
    token,
    source,
    store: {
      uuid: connection.uuid,
      secret: { token, origin: originOf(connection) },
      overwrite: current !== undefined,
    },
  });
  if (chosen !== undefined && chosen !== current && isSameAddress) return decide(chosen, 'settings');
  if (current !== undefined) return { token: current, source: 'stored' };
  // The user has changed the connection's address. The tokens here were created for the old address.
  if (!isSameAddress) return { token: undefined, source: undefined, obstacle: 'addressChanged' };
  const before = group.flatMap(({ content }) => content.oldKeys).find((key) => old.has(key));
  const fromBefore = before === undefined ? undefined : old.get(before);
  if (fromBefore !== undefined) return decide(fromBefore, 'oldSecret');
  return tokens[0] === undefined ? { token: undefined, source: undefined } : decide(tokens[0], 'settings');
}
