import type { Connection } from '../connections/connection.ts';
import type { GateStatus } from '../api/qualityGates.ts';

/** One gate that a window wants watched: a bound project, on its main branch or on `branch`. */
export interface Subject {
  readonly connection: Connection;
  readonly project: string;
  /**
   * The branch that is checked out, or `everyBranch`. Absent, and where the platform does not have it: the main branch.
   */
  readonly branch?: string | undefined;
}

/** Stands for all branches of a project. No branch can have this name. */
export const everyBranch = '*';

/** What made us ask. What matters to the journal is the status; the source is kept for people. */
export type Source = 'poll' | 'check' | Push;

/** The platform told us by itself. */
export type Push = 'webhook' | 'doorbell';

/** A push: something about a project has changed. What it says beyond that is not believed, because it may be old. */
export interface Ring {
  /** Uuid. */
  readonly connection: string;
  /** Key of the project. */
  readonly project: string;
  readonly source: Push;
}

/** Names one gate within a connection. */
export interface GateId {
  readonly project: string;
  /** Absent: the main branch. */
  readonly branch?: string | undefined;
}

/** One sighting of one gate. */
export interface Observation extends GateId {
  /** Uuid. */
  readonly connection: string;
  readonly status: GateStatus;
  /** When it was seen, milliseconds since the epoch, by the local clock. */
  readonly at: number;
  readonly source: Source;
  readonly details?: ChangeDetails | undefined;
}

/** What makes a change worth reading. None of it decides whether there is one. */
export interface ChangeDetails {
  /** The project's page on the platform. */
  readonly link?: string | undefined;
  /** Undefined where no source could tell. */
  readonly cause?: 'analysis' | 'issueChange' | undefined;
  /** When the scan behind it started, by the platform's clock. */
  readonly analysedAt?: number | undefined;
  /** The conditions that fail. */
  readonly conditions?: readonly FailingCondition[] | undefined;
}

export interface FailingCondition {
  readonly metric: string;
  readonly comparator?: string | undefined;
  readonly threshold?: string | undefined;
  readonly actual?: string | undefined;
}

/** A key for maps; the separator cannot occur in a project key. */
export function gateKey({ project, branch }: GateId): string {
  return branch === undefined ? project : `${project}\n${branch}`;
}
