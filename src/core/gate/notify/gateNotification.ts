import { projectNameOf, type ChangeRecord, type Journal } from '../journal/journal.ts';
import { isGateChange } from '../journal/observe.ts';
import type { ClaimedChanges } from './claims.ts';

/** One change of one gate in a notification. Plain data: each host words it. */
export type GateChange = Omit<ChangeRecord, 'category' | 'claim' | 'outcome'> & {
  readonly projectName: string | undefined;
};

export type GateNotification =
  | { readonly kind: 'change'; readonly change: GateChange }
  /** Changes that came together, or that the user may have missed, oldest first. */
  | { readonly kind: 'summary'; readonly changes: readonly GateChange[] }
  /** The user has new issues at these gates, one or several. `link` of a change shows them. */
  | { readonly kind: 'newIssues'; readonly changes: readonly GateChange[] };

export interface Notifier {
  /** Whether a user could see a notification now. If not, this window claims no changes. May never settle. */
  isReady(): Promise<boolean>;
  /**
   * Resolves as soon as the notification is shown, not dismissed; with true only if it was really shown. May never
   * settle. Shows nothing after the signal has aborted, because another attempt shows the changes.
   */
  notify(notification: GateNotification, signal: AbortSignal): Promise<boolean>;
}

/** Returns the notification for claimed changes: a single change, a summary of several ones, or new issues. */
export function notificationOf(journal: Journal, { as, changes }: ClaimedChanges): GateNotification {
  const items = changes.map((change) => gateChangeOf(journal, change));
  // A claim holds changes of one category.
  if (!changes.every(isGateChange)) return { kind: 'newIssues', changes: items };
  const [first] = items;
  return as === 'toast' && first ? { kind: 'change', change: first } : { kind: 'summary', changes: items };
}

/** Returns the part of a recorded change that notifications show, with the name of its project if known. */
export function gateChangeOf(journal: Journal, change: ChangeRecord): GateChange {
  const { category: _category, claim: _claim, outcome: _outcome, ...shown } = change;
  return { ...shown, projectName: projectNameOf(journal, change.connection, change.project) };
}
