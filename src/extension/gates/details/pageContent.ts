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
  /** When the gate got its status, in milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Changes of this gate in the journal, newest first. */
  readonly changes: readonly GateChange[];
  /** The answer of the platform: pending, failed with the reason, or read. */
  readonly live:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly reason: string }
    | { readonly state: 'read'; readonly details: GateDetails; readonly at: number };
  /** A link that runs a command, which reads the details from the platform again. */
  readonly refresh: string;
  /** A link that lists the causes in the Problems view; undefined if no folder is bound to the project. */
  readonly showProblems: string | undefined;
  /** A link that asks the agent in the editor's chat to fix the causes; used if `showProblems` is there. */
  readonly fix: string;
  /** A link that shows which lines tests run; undefined if no folder of this window is bound to the project. */
  readonly showCoverage: string | undefined;
  /** Whether open files show only those issues and hotspots that are on new code. */
  readonly showsOnlyNewCode: boolean;
  /**
   * Returns a link that opens an issue in the editor, by its index in `listIssues`; undefined if no folder of this window
   * is bound to the project. The link has no name of the platform, only numbers.
   */
  readonly openIssue: ((index: number) => string) | undefined;
}
