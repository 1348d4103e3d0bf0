import { sameTarget, type Target } from '../connections/connection.ts';
import type { Secret } from '../connections/tokenStore.ts';
import type { Assignment } from './assign.ts';
import type { Choice } from './report.ts';

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
