import { newId, type Database } from '../store/database.ts';
import { hotspotsOfBranch, saveHotspot, type Hotspot } from '../store/issues/hotspots.ts';
import type { Branch } from '../store/projects/projects.ts';
import { userByEmail } from '../store/users/users.ts';
import { linesOf } from '../../core/issues/lineMap.ts';
import { lineHash, track } from './tracking.ts';
import { commitOf } from '../store/analyses/files.ts';
import type { Report } from '../report.ts';
import type { Issue, TextRange } from '../store/issues/issues.ts';

export type StoredLocation = Pick<Issue, 'line' | 'textRange' | 'lineHash'>;

interface Located {
  readonly path: string;
  readonly textRange?: TextRange | undefined;
}

export function storedLocation(lines: readonly string[] | undefined, { textRange }: Located): StoredLocation {
  const line = textRange?.startLine ?? null;
  const text = line === null ? undefined : lines?.[line - 1];
  return {
    line,
    textRange: textRange ? JSON.stringify(textRange) : null,
    lineHash: text === undefined ? null : lineHash(text),
  };
}

/** Returns a function that locates findings of a report. It splits each file into lines once. */
export function locateIn({ files }: Report): (located: Located) => StoredLocation {
  const lines = new Map(files.map(({ path, source }) => [path, linesOf(source)]));
  return (located) => storedLocation(lines.get(located.path), located);
}

/** Returns the data of a new issue that its line's commit provides; the assignee has the author's mail address. */
export type FindOrigin = (
  found: Pick<Issue, 'path' | 'line'>,
) => Partial<Pick<Issue, 'author' | 'assignee' | 'createdAt'>>;

/** @param isFirst At a branch's first analysis, an issue gets the date of its commit: it existed before. */
export function findOrigin(db: Database, report: Report, isFirst: boolean): FindOrigin {
  const files = new Map(report.files.map(({ path, authorship }) => [path, authorship]));
  return ({ path, line }) => {
    const commit = line === null ? undefined : commitOf(files.get(path), line);
    if (!commit) return {};
    return {
      author: commit.author,
      assignee: userByEmail(db, commit.author)?.login ?? null,
      ...(isFirst ? { createdAt: Math.min(commit.date, report.date) } : {}),
    };
  };
}

/** Updates the hotspots of a branch. Known ones keep their review; those that are not in the report are closed. */
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
