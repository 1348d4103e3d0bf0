import type { GateDetails } from '../../../core/gate/details.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';

export interface DetailsPage {
  readonly projectKey: string;
  readonly projectName: string;
  readonly branch: string | undefined;
  readonly connectionName: string;
  readonly baseUrl: string;
  /** As recorded in the journal; undefined if the journal does not know the gate. */
  readonly status: string | undefined;
  /** In milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Changes of this gate in the journal, newest first. */
  readonly changes: readonly GateChange[];
  readonly live:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly reason: string }
    | { readonly state: 'read'; readonly details: GateDetails; readonly at: number };
  /** Links that run commands. Those that are undefined need a folder of this window that is bound to the project. */
  readonly refresh: string;
  readonly showProblems: string | undefined;
  readonly fix: string;
  readonly showCoverage: string | undefined;
  /** Whether open files show only those issues and hotspots that are on new code. */
  readonly showsOnlyNewCode: boolean;
  /** By the index in `listIssues`, so that the link has no name of the platform, only numbers. */
  readonly openIssue: ((index: number) => string) | undefined;
}
