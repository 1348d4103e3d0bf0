import { evaluateIssueChange, type ChangedGate } from '../gate/live.ts';
import type { ServerContext } from '../serverContext.ts';
import {
  addHotspotComment,
  saveHotspot,
  type Hotspot,
  type HotspotComment,
} from '../store/issues/hotspots.ts';
import { saveIssue, type Issue } from '../store/issues/issues.ts';
import { branchById, projectById } from '../store/projects.ts';

export function saveIssueChanges(server: ServerContext, issues: readonly Issue[]): void {
  evaluateAfter(server, issues, () => {
    for (const issue of issues) saveIssue(server.db, { ...issue, updatedAt: server.now() });
  });
}

export function saveReview(server: ServerContext, hotspot: Hotspot, comment?: HotspotComment): void {
  evaluateAfter(server, [hotspot], () => {
    saveHotspot(server.db, { ...hotspot, updatedAt: server.now() });
    if (comment) addHotspotComment(server.db, comment);
  });
}

/**
 * Saves and evaluates in one transaction, so that the status is current when the request is answered. The platform's
 * listeners get each gate whose status changed.
 */
function evaluateAfter(
  server: ServerContext,
  changed: readonly { readonly branchId: string; readonly path: string }[],
  save: () => void,
): void {
  const { db, dialect } = server;
  const changes = db.transaction(() => {
    save();
    const branchIds = [...new Set(changed.map(({ branchId }) => branchId))];
    return branchIds.flatMap((branchId): ChangedGate[] => {
      const branch = branchById(db, branchId);
      const project = branch && projectById(db, branch.projectId);
      if (!project) return [];
      const paths = changed.filter((item) => item.branchId === branchId).map(({ path }) => path);
      return [{ project, branch, ...evaluateIssueChange({ db, dialect, project, branch }, paths) }];
    });
  });
  for (const change of changes) if (change.before?.level !== change.after.level) server.onGateChange(change);
}
