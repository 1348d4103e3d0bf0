import { sameTarget, type Target } from '../connections/connection.ts';
import type { Secret } from '../connections/vault.ts';
import type { Assignment } from './assign.ts';
import type { Choice } from './report.ts';

/** What the secret store says of a connection: its secret, none, or that it cannot be read. */
export type StoredSecret = Secret | 'missing' | 'unreadable';

export interface TokenInput {
  /** By uuid, of every connection that was there when the secrets were read. */
  readonly stored: ReadonlyMap<string, StoredSecret>;
  /** Tokens of versions 3.6 and 3.7, by their keys. */
  readonly old: ReadonlyMap<string, string>;
  readonly choices: ReadonlyMap<string, Choice>;
  readonly originOf: (target: Target) => string;
}

export interface SecretToStore {
  readonly uuid: string;
  readonly secret: Secret;
  /** Chosen by a person over the one that is there; otherwise one that is there stays. */
  readonly overwrite: boolean;
}

/** The token of a connection once the plan is carried out. */
export interface TokenDecision {
  readonly token: string | undefined;
  readonly source: 'settings' | 'oldSecret' | 'stored' | undefined;
  readonly store?: SecretToStore;
  /** Why the tokens of its elements can be neither compared nor stored. */
  readonly obstacle?: 'addressChanged' | 'secretStore';
}

/**
 * What is stored wins, unless a person chose otherwise: it is the token that was used last. Then what versions 3.6 and
 * 3.7 stored, then the first token of the settings.
 */
export function decideToken({ group, connection }: Assignment, input: TokenInput): TokenDecision {
  const { stored, old, choices, originOf } = input;
  const state = stored.get(connection.uuid) ?? 'missing';
  if (state === 'unreadable') return { token: undefined, source: undefined, obstacle: 'secretStore' };
  const inPlace = state === 'missing' ? undefined : state.token;
  const isSameAddress = sameTarget(connection, group[0].content.target);
  const tokens = group.flatMap(({ content }) => content.token ?? []);
  const chosen = group.find(({ key }) => choices.get(key) === 'settings')?.content.token;

  const decide = (token: string, source: 'settings' | 'oldSecret'): TokenDecision => ({
    token,
    source,
    store: {
      uuid: connection.uuid,
      secret: { token, origin: originOf(connection) },
      overwrite: inPlace !== undefined,
    },
  });
  if (chosen !== undefined && chosen !== inPlace && isSameAddress) return decide(chosen, 'settings');
  if (inPlace !== undefined) return { token: inPlace, source: 'stored' };
  // A person has pointed the connection elsewhere: the tokens here were made for the address it had.
  if (!isSameAddress) return { token: undefined, source: undefined, obstacle: 'addressChanged' };
  const before = group.flatMap(({ content }) => content.oldKeys).find((key) => old.has(key));
  const fromBefore = before === undefined ? undefined : old.get(before);
  if (fromBefore !== undefined) return decide(fromBefore, 'oldSecret');
  return tokens[0] === undefined ? { token: undefined, source: undefined } : decide(tokens[0], 'settings');
}
