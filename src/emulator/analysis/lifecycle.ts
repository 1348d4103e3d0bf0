import { stateBeforeClose, type Issue } from '../store/issues/issues.ts';

export type FindingProperties = Pick<
  Issue,
  'path' | 'rule' | 'severity' | 'type' | 'message' | 'line' | 'textRange' | 'lineHash' | 'related' | 'effort'
>;

interface State {
  readonly status: Issue['status'];
  readonly resolution: Issue['resolution'];
}

/**
 * Returns a known issue after it was found again. Decisions of users are kept; an issue that was resolved as fixed is
 * open again.
 */
export function issueFoundAgain(issue: Issue, finding: FindingProperties, date: number): Issue {
  const state = nextState(issue);
  const updated: Issue = {
    ...issue,
    ...finding,
    severity: issue.manualSeverity ? issue.severity : finding.severity,
    type: issue.manualType ? issue.type : finding.type,
    ...state,
    beforeClose: null,
    closedAt: null,
  };
  const isSame = (Object.keys(updated) as (keyof Issue)[]).every((name) => updated[name] === issue[name]);
  return isSame ? issue : { ...updated, updatedAt: date };
}

function nextState(issue: Issue): State {
  const { status, resolution } = issue;
  if (status === 'CLOSED') return stateBeforeClose(issue) ?? { status: 'REOPENED', resolution: null };
  if (status === 'RESOLVED' && resolution === 'FIXED') return { status: 'REOPENED', resolution: null };
  return { status, resolution };
}

/** Returns a known issue after an analysis did not find it. */
export function closedIssue(issue: Issue, date: number): Issue {
  if (issue.status === 'CLOSED') return issue;
  const { status, resolution } = issue;
  return {
    ...issue,
    status: 'CLOSED',
    resolution: 'FIXED',
    beforeClose: JSON.stringify({ status, resolution }),
    closedAt: date,
    updatedAt: date,
  };
}

export function newIssue(id: string, branchId: string, finding: FindingProperties, date: number): Issue {
  return {
    id,
    branchId,
    ...finding,
    manualSeverity: 0,
    manualType: 0,
    status: 'OPEN',
    resolution: null,
    beforeClose: null,
    assignee: null,
    author: null,
    createdAt: date,
    updatedAt: date,
    closedAt: null,
  };
}
