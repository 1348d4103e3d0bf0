import { evaluateIssueChange, type Evaluation } from '../gate/live.ts';
import type { Platform } from '../platform.ts';
import { saveIssue, type Issue } from '../store/issues.ts';
import { branchById, projectById, type Branch, type Project } from '../store/projects.ts';

/** A gate that a change of issues has computed anew. */
export interface GateChange extends Evaluation {
  readonly project: Project;
  readonly branch: Branch;
}

/**
 * Saves issues that people changed and evaluates the gates of their branches in the same transaction, so that the status is
 * new when the request is answered; a gate that flipped is told to the platform's listeners.
 */
export function saveIssueChanges(platform: Platform, issues: readonly Issue[]): void {
  const { db, dialect } = platform;
  const changes = db.transaction(() => {
    for (const issue of issues) saveIssue(db, { ...issue, updatedAt: platform.now() });
    const branchIds = [...new Set(issues.map(({ branchId }) => branchId))];
    return branchIds.flatMap((branchId): GateChange[] => {
      const branch = branchById(db, branchId);
      const project = branch && projectById(db, branch.projectId);
      if (!project) return [];
      const paths = issues.filter((issue) => issue.branchId === branchId).map(({ path }) => path);
      return [{ project, branch, ...evaluateIssueChange({ db, dialect, project, branch }, paths) }];
    });
  });
  for (const change of changes)
    if (change.before?.level !== change.after.level) platform.onGateChange(change);
}
