import type { Issue } from '../store/issues/issues.ts';

type State = Pick<Issue, 'status' | 'resolution'>;

interface Transition {
  readonly from: readonly Issue['status'][];
  readonly to: State;
  /** Every user who may browse the project can do it; other transitions need Administer Issues. */
  readonly isFree?: true;
}

const unresolved = ['OPEN', 'REOPENED', 'CONFIRMED'] as const;

const transitions: Readonly<Record<string, Transition>> = {
  confirm: { from: ['OPEN', 'REOPENED'], to: { status: 'CONFIRMED', resolution: null }, isFree: true },
  unconfirm: { from: ['CONFIRMED'], to: { status: 'REOPENED', resolution: null }, isFree: true },
  reopen: { from: ['RESOLVED'], to: { status: 'REOPENED', resolution: null } },
  resolve: { from: unresolved, to: { status: 'RESOLVED', resolution: 'FIXED' } },
  falsepositive: { from: unresolved, to: { status: 'RESOLVED', resolution: 'FALSE-POSITIVE' } },
  wontfix: { from: unresolved, to: { status: 'RESOLVED', resolution: 'WONTFIX' } },
  accept: { from: unresolved, to: { status: 'RESOLVED', resolution: 'WONTFIX' } },
};

/** Returns every word that the parameter accepts, also those that are valid in no state of an issue. */
export const transitionWords = (hasAccept: boolean): readonly string[] => {
  const common = ['confirm', 'unconfirm', 'reopen', 'resolve', 'falsepositive', 'wontfix'];
  return hasAccept
    ? [...common, 'resolveasreviewed', 'resetastoreview', 'accept']
    : [...common, 'close', 'setinreview', 'resolveasreviewed', 'resetastoreview'];
};

const offered = {
  accept: ['accept', 'falsepositive', 'confirm', 'unconfirm', 'resolve', 'wontfix', 'reopen'],
  classic: ['confirm', 'unconfirm', 'resolve', 'falsepositive', 'wontfix', 'reopen'],
} as const;

/** Whether the user has the permission for a transition. The state of the issue is checked elsewhere. */
export const mayDo = (name: string, isIssueAdmin: boolean): boolean =>
  transitions[name]?.isFree === true || isIssueAdmin;

export const offeredTransitions = (issue: Issue, hasAccept: boolean, isIssueAdmin: boolean): string[] =>
  offered[hasAccept ? 'accept' : 'classic'].filter(
    (name) => stateAfterTransition(issue, name) && mayDo(name, isIssueAdmin),
  );

/** Returns undefined for a transition that the issue does not have in its state. Those of hotspots are not among its own. */
export function stateAfterTransition(issue: Issue, name: string): State | undefined {
  const transition = transitions[name];
  return transition?.from.includes(issue.status) ? transition.to : undefined;
}

/** Returns the single status that newer versions show in addition to status and resolution. */
export function issueStatusOf({ status, resolution }: Issue): string {
  if (status === 'CONFIRMED') return 'CONFIRMED';
  if (status === 'CLOSED' || resolution === 'FIXED' || resolution === 'REMOVED') return 'FIXED';
  if (resolution === 'FALSE-POSITIVE') return 'FALSE_POSITIVE';
  if (resolution === 'WONTFIX') return 'ACCEPTED';
  return 'OPEN';
}
