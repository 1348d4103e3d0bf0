import type { Connection } from '../connections/connection.ts';
import type { GateStatus, ProjectGateQuery } from '../api/qualityGates.ts';

/** One gate that a window wants to watch: the gate of a bound project, on its main branch or on `branch`. */
export interface WatchTarget {
  readonly connection: Connection;
  readonly project: string;
  /**
   * The branch that is checked out, or `everyBranch`. If the platform has a pull request of the checked-out branch, the
   * gate of the pull request is watched. The main branch is watched if this is absent, or if the platform has neither.
   */
  readonly branch?: string | undefined;
}

export interface WatchedConnection {
  readonly connection: Connection;
  readonly gates: readonly GateId[];
}

/** Stands for all branches of a project. No branch can have this name. */
export const everyBranch = '*';

/** Before the key of a pull request. No branch of git has a blank in its name. */
const pullRequestPrefix = 'pull request ';

/**
 * Returns the name under which the gate of a pull request is stored and passed on, where other gates have the name of
 * their branch. Windows with an earlier version read the same journal: they show the name, and treat the gate as that
 * of a branch which they do not watch.
 */
export function pullRequestName(key: string): string {
  return `${pullRequestPrefix}${key}`;
}

/** Returns the branch or the pull request that `GateId.branch` names, as the parameters of the Web API. */
export function branchOrPullRequest(name: string | undefined): {
  readonly branch?: string;
  readonly pullRequest?: string;
} {
  if (name === undefined) return {};
  return name.startsWith(pullRequestPrefix)
    ? { pullRequest: name.slice(pullRequestPrefix.length) }
    : { branch: name };
}

/** Returns the gate as the parameters of the Web API name it. */
export function gateQuery({ project, branch }: GateId): ProjectGateQuery {
  return { project, ...branchOrPullRequest(branch) };
}

export function isPullRequest(name: string | undefined): boolean {
  return branchOrPullRequest(name).pullRequest !== undefined;
}

/** The reason for a request to the platform. Only the status matters to the journal; the source is kept for users. */
export type Source = 'poll' | 'check' | PushSource;

/** The sources that announce a change unasked: a webhook of the platform, or a push event of the relay. */
export type PushSource = 'webhook' | 'doorbell';

/** A push: something about a project has changed. The poller believes nothing else, because it may be old. */
export interface PushNotice {
  /** Uuid. */
  readonly connection: string;
  /** Key of the project. */
  readonly project: string;
  readonly source: PushSource;
}

export interface GateId {
  readonly project: string;
  /** A branch, or the `pullRequestName` of a pull request. Absent: the main branch. */
  readonly branch?: string | undefined;
}

export interface GateObservation extends GateId {
  /** Uuid. */
  readonly connection: string;
  readonly status: GateStatus;
  /** The branch that a pull request merges; absent for a branch. */
  readonly head?: string | undefined;
  /** When the status was observed, milliseconds since the epoch by the local clock. */
  readonly at: number;
  readonly source: Source;
  readonly details?: ChangeDetails | undefined;
}

/** Details that make a change worth reading. None of them decides whether there is a change. */
export interface ChangeDetails {
  /** The project's page on the platform. */
  readonly link?: string | undefined;
  /** Undefined if no source revealed it. */
  readonly cause?: 'analysis' | 'issueChange' | undefined;
  /** When the scan that caused the change started, milliseconds since the epoch by the platform's clock. */
  readonly analysedAt?: number | undefined;
  /** The conditions that fail; of a gate that has passed, those that failed before. */
  readonly conditions?: readonly FailingCondition[] | undefined;
}

/** A condition that fails or failed, as the journal keeps it. Threshold and values are as the platform writes them. */
export interface FailingCondition {
  readonly metric: string;
  readonly comparator?: string | undefined;
  readonly threshold?: string | undefined;
  readonly actual?: string | undefined;
  /** The value when the gate failed; only of a gate that has passed since. */
  readonly was?: string | undefined;
}

/** Returns a key for maps that is unique within a connection: a project key cannot contain the separator. */
export function gateKey({ project, branch }: GateId): string {
  return branch === undefined ? project : `${project}\n${branch}`;
}

/** Groups targets by the uuid of their connection, each gate once. */
export function groupByConnection(targets: readonly WatchTarget[]): ReadonlyMap<string, WatchedConnection> {
  const groups = new Map<string, { connection: Connection; gates: Map<string, GateId> }>();
  for (const { connection, project, branch } of targets) {
    const group = groups.get(connection.uuid) ?? { connection, gates: new Map<string, GateId>() };
    group.gates.set(gateKey({ project, branch }), { project, branch });
    groups.set(connection.uuid, group);
  }
  return new Map(
    [...groups].map(([uuid, { connection, gates }]) => [uuid, { connection, gates: [...gates.values()] }]),
  );
}
