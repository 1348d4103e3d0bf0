import type { Issue } from '../store/issues/issues.ts';

type State = Pick<Issue, 'status' | 'resolution'>;

interface Transition {
  readonly from: readonly Issue['status'][];
  readonly to: State;
  /** Every user who may browse the project can do it; other transitions need Administer Issues. */
  readonly isFree?: true;
}

const unresolved = ['OPEN', 'REOPENED', 'CONFIRMED'] as const;

const transitions = {
  confirm: { from: ['OPEN', 'REOPENED'], to: { status: 'CONFIRMED', resolution: null }, isFree: true },
  unconfirm: { from: ['CONFIRMED'], to: { status: 'REOPENED', resolution: null }, isFree: true },
  reopen: { from: ['RESOLVED'], to: { status: 'REOPENED', resolution: null } },
  resolve: { from: unresolved, to: { status: 'RESOLVED', resolution: 'FIXED' } },
  falsepositive: { from: unresolved, to: { status: 'RESOLVED', resolution: 'FALSE-POSITIVE' } },
  wontfix: { from: unresolved, to: { status: 'RESOLVED', resolution: 'WONTFIX' } },
  accept: { from: unresolved, to: { status: 'RESOLVED', resolution: 'WONTFIX' } },
} as const satisfies Record<string, Transition>;

type TransitionName = keyof typeof transitions;
/** Whether a name is a transition of issues. Those of hotspots are not. */
export const isTransition = (name: string): name is TransitionName => Object.hasOwn(transitions, name);

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

export interface WorkflowRights {
  readonly hasAccept: boolean;
  readonly isIssueAdmin: boolean;
}

/** Whether the user has the permission for a transition. The state of the issue is checked elsewhere. */
export function mayDo(name: TransitionName, { isIssueAdmin }: WorkflowRights): boolean {
  return 'isFree' in transitions[name] || isIssueAdmin;
}

export function offeredTransitions(issue: Issue, rights: WorkflowRights): TransitionName[] {
  return offered[rights.hasAccept ? 'accept' : 'classic'].filter(
    (name) => includes(transitions[name].from, issue.status) && mayDo(name, rights),
  );
}

export function stateAfterTransition(issue: Issue, name: string): State | undefined {
  if (!isTransition(name)) return undefined;
  const { from, to } = transitions[name];
  return includes(from, issue.status) ? to : undefined;
}

const includes = (statuses: readonly Issue['status'][], status: Issue['status']): boolean =>
  statuses.includes(status);

/** Returns the single status that newer versions show in addition to status and resolution. */
export function issueStatusOf({ status, resolution }: Issue): string {
  if (status === 'CONFIRMED') return 'CONFIRMED';
  if (status === 'CLOSED' || resolution === 'FIXED' || resolution === 'REMOVED') return 'FIXED';
  if (resolution === 'FALSE-POSITIVE') return 'FALSE_POSITIVE';
  if (resolution === 'WONTFIX') return 'ACCEPTED';
  return 'OPEN';
}
