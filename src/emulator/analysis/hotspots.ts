import { newId, type Database } from '../store/database.ts';
import { hotspotsOfBranch, saveHotspot, type Hotspot } from '../store/hotspots.ts';
import type { Branch } from '../store/projects.ts';
import type { FindOrigin } from './origin.ts';
import { locateIn } from './storedLocation.ts';
import type { Report } from './report.ts';
import { track } from './tracking.ts';

/**
 * Updates the hotspots of a branch. Known hotspots keep their review, hotspots that the report does not contain are
 * closed, and new ones get the status TO_REVIEW.
 */
export function trackHotspots(
  db: Database,
  branch: Branch,
  basis: Branch,
  report: Report,
  originOf: FindOrigin,
): void {
  const locate = locateIn(report);
  const findings = (report.hotspots ?? []).map((hotspot) => ({ ...hotspot, ...locate(hotspot) }));
  const known = hotspotsOfBranch(db, basis.id).sort(
    (a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null),
  );
  const matches = track(findings, known);
  for (const [index, finding] of findings.entries()) {
    const match = matches[index];
    const isOwn = match?.branchId === branch.id;
    const fresh = {
      status: 'TO_REVIEW',
      resolution: null,
      author: null,
      assignee: null,
      createdAt: report.date,
      updatedAt: report.date,
      ...originOf(finding),
    } as const satisfies Partial<Hotspot>;
    saveHotspot(db, {
      ...fresh,
      ...match,
      ...finding,
      id: isOwn ? match.id : newId(),
      branchId: branch.id,
      closedAt: null,
    });
  }
  const found = new Set(matches);
  for (const hotspot of known)
    if (hotspot.branchId === branch.id && hotspot.closedAt === null && !found.has(hotspot))
      saveHotspot(db, { ...hotspot, closedAt: report.date });
}
