import type { GateStatus } from '../../core/api/qualityGates.ts';
import type { ConnectionState } from '../../core/connections/check.ts';
import type { PollError } from '../../core/gate/gateJournal.ts';
import type { KnownState } from '../connections/states.ts';

export type ConnectionProblem =
  | Exclude<ConnectionState, { state: 'connected' }>
  /** The check of the connection succeeds, but its polls fail. `code`: a `FailureCode`, or one of a newer version. */
  | { readonly state: 'pollFails'; readonly code: string };

export interface Staleness {
  /** When the platform last answered: milliseconds since the epoch; undefined before the first answer. */
  readonly lastChecked: number | undefined;
  readonly problem: ConnectionProblem;
}

/** The gate of a bound project, as it was last seen. */
export interface KnownGate {
  /** Undefined before the first answer. */
  readonly status: GateStatus | undefined;
  /** The platform does not know the project, or does not show it to this account. */
  readonly hidden: boolean;
  /** The branch or pull request of the gate, as in `GateId`; undefined for the main branch. */
  readonly branch?: string | undefined;
  /** Undefined while the platform answers. */
  readonly stale?: Staleness | undefined;
}

/** The state takes precedence over a failed poll, because a check looks for the reason. */
export function connectionProblemOf(
  state: KnownState,
  pollError: Pick<PollError, 'code'> | undefined,
): ConnectionProblem | undefined {
  if (state.state !== 'connected' && state.state !== 'checking') return state;
  if (!pollError) return undefined;
  if (pollError.code === 'unauthorized') return { state: 'tokenRefused' };
  if (pollError.code === 'tokenMissing') return { state: 'tokenMissing' };
  return { state: 'pollFails', code: pollError.code };
}

/**
 * Returns the gate that most needs attention: a failed one first, of two failed ones the one that is up to date, and one
 * that is out of date before one that has passed.
 */
export function worstOf<T extends { readonly gate: KnownGate }>(gates: readonly T[]): T | undefined {
  return gates.reduce<T | undefined>(
    (worst, gate) => (worst && rankOf(worst.gate) <= rankOf(gate.gate) ? worst : gate),
    undefined,
  );
}

function rankOf({ status, hidden, stale }: KnownGate): number {
  if (hidden || status === undefined) return 5;
  if (status === 'ERROR') return stale ? 1 : 0;
  if (status === 'WARN') return 2;
  if (status !== 'OK' && status !== 'NONE') return 3;
  if (stale) return 4;
  return status === 'NONE' ? 6 : 7;
}
