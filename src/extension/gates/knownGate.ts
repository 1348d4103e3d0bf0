import type { GateStatus } from '../../core/api/qualityGates.ts';
import type { ConnectionState } from '../../core/connections/check.ts';
import type { GateJournal, PollError } from '../../core/gate/gateJournal.ts';
import type { ConnectionStates, KnownState } from '../connections/states.ts';

export type ConnectionProblem =
  | Exclude<ConnectionState, { state: 'connected' }>
  /** The check of the connection succeeds, but its polls fail. `code`: a `FailureCode`, or one of a newer version. */
  | { readonly state: 'pollFails'; readonly code: string };

export interface Staleness {
  /** When the platform last answered: milliseconds since the epoch; undefined before the first answer. */
  readonly lastChecked: number | undefined;
  readonly problem: ConnectionProblem;
}

/** The end of a mute: local clock, in milliseconds since the epoch. `forever`: until the user resumes it. */
export type MuteEnd = number | 'forever';

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

export type GateReader = ReturnType<typeof gateReader>;

/** Returns functions that read gates; their `uuid` names the connection. */
export function gateReader(
  journal: Pick<GateJournal, 'checkedAt' | 'pollErrorOf' | 'gateOf' | 'muteOf' | 'nameOf'>,
  states: Pick<ConnectionStates, 'of'>,
) {
  const staleness = (uuid: string, project: string): Staleness | undefined => {
    const problem = connectionProblemOf(states.of(uuid), journal.pollErrorOf(uuid));
    return problem && { problem, lastChecked: journal.checkedAt(uuid, project) };
  };
  return {
    /** Returns the gate of the pull request of the checked-out `branch`, else its own, else that of the main branch. */
    gateOf: (uuid: string, project: string, branch?: string): KnownGate => {
      const { gate, hidden } = journal.gateOf(uuid, project, branch);
      return {
        status: gate?.status,
        hidden: hidden !== undefined,
        branch: gate?.branch,
        stale: gate && staleness(uuid, project),
      };
    },
    nameOf: (uuid: string, project: string) => journal.nameOf(uuid, project),
    /** Returns the end of the mute of exactly this project, or of the connection as a whole; undefined if it is not muted. */
    muteOf: (uuid: string, project?: string): MuteEnd | undefined => {
      const mute = journal.muteOf(uuid, project);
      return mute && (mute.until ?? 'forever');
    },
  };
}

/** The state takes precedence over a failed poll, because a check looks for the reason. */
function connectionProblemOf(
  state: KnownState,
  pollError: PollError | undefined,
): ConnectionProblem | undefined {
  if (state.state !== 'connected' && state.state !== 'checking') return state;
  if (!pollError) return undefined;
  if (pollError.code === 'unauthorized') return { state: 'tokenRefused' };
  if (pollError.code === 'tokenMissing') return { state: 'tokenMissing' };
  return { state: 'pollFails', code: pollError.code };
}

/**
 * Returns the gate that most needs attention; undefined without gates. A failed gate that is up to date comes before
 * one that is out of date, and a gate that is out of date before one that has passed.
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
