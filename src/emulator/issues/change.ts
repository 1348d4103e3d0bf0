import { evaluateIssueChange, type Evaluation } from '../gate/live.ts';
import type { Platform } from '../platform.ts';
import { addHotspotComment, saveHotspot, type Hotspot, type HotspotComment } from '../store/hotspots.ts';
import { saveIssue, type Issue } from '../store/issues.ts';
import { branchById, projectById, type Branch, type Project } from '../store/projects.ts';

/** A gate that a change of issues has computed anew. */
export interface GateChange extends Evaluation {
  readonly project: Project;
  readonly branch: Branch;
}

/** Saves issues that people changed, and evaluates the gates of their branches. */
export function saveIssueChanges(platform: Platform, issues: readonly Issue[]): void {
  evaluateAfter(platform, issues, () => {
    for (const issue of issues) saveIssue(platform.db, { ...issue, updatedAt: platform.now() });
  });
}

/** The same for a hotspot, and what its reviewer says. */
export function saveReview(platform: Platform, hotspot: Hotspot, comment?: HotspotComment): void {
  evaluateAfter(platform, [hotspot], () => {
    saveHotspot(platform.db, { ...hotspot, updatedAt: platform.now() });
    if (comment) addHotspotComment(platform.db, comment);
  });
}

/**
 * Saves and evaluates in one transaction, so that the status is new when the request is answered; a gate that flipped is
 * told to the platform's listeners.
 */
function evaluateAfter(
  platform: Platform,
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
