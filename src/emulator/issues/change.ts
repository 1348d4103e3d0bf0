import { evaluateIssueChange, type Evaluation } from '../gate/live.ts';
import type { ServerContext } from '../emulator.ts';
import { addHotspotComment, saveHotspot, type Hotspot, type HotspotComment } from '../store/hotspots.ts';
import { saveIssue, type Issue } from '../store/issues.ts';
import { branchById, projectById, type Branch, type Project } from '../store/projects.ts';

/** The new result of a gate after an issue change. */
export interface GateChange extends Evaluation {
  readonly project: Project;
  readonly branch: Branch;
}

/** Saves issues that users changed, and evaluates the gates of their branches. */
export function saveIssueChanges(platform: ServerContext, issues: readonly Issue[]): void {
  evaluateAfter(platform, issues, () => {
    for (const issue of issues) saveIssue(platform.db, { ...issue, updatedAt: platform.now() });
  });
}

/** Saves a hotspot and the comment of its reviewer, and evaluates the gate of its branch. */
export function saveReview(platform: ServerContext, hotspot: Hotspot, comment?: HotspotComment): void {
  evaluateAfter(platform, [hotspot], () => {
    saveHotspot(platform.db, { ...hotspot, updatedAt: platform.now() });
    if (comment) addHotspotComment(platform.db, comment);
  });
}

/**
 * Saves and evaluates in one transaction, so that the status is current when the request is answered. The platform's
 * listeners get each gate whose status changed.
 */
function evaluateAfter(
  platform: ServerContext,
  changed: readonly { readonly branchId: string; readonly path: string }[],
  save: () => void,
): void {
  const { db, dialect } = platform;
  const changes = db.transaction(() => {
    save();
    const branchIds = [...new Set(changed.map(({ branchId }) => branchId))];
    return branchIds.flatMap((branchId): GateChange[] => {
      const branch = branchById(db, branchId);
      const project = branch && projectById(db, branch.projectId);
      if (!project) return [];
      const paths = changed.filter((item) => item.branchId === branchId).map(({ path }) => path);
      return [{ project, branch, ...evaluateIssueChange({ db, dialect, project, branch }, paths) }];
    });
  });
  for (const change of changes)
    if (change.before?.level !== change.after.level) platform.onGateChange(change);
}
