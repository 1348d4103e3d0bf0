import type { Database } from './database.ts';
import type { Criterion } from './projectSearch.ts';

export const hotspotStatuses = ['TO_REVIEW', 'REVIEWED'] as const;
export const hotspotResolutions = ['FIXED', 'SAFE', 'ACKNOWLEDGED'] as const;
/** Probabilities from the highest review priority to the lowest. */
export const probabilities = ['HIGH', 'MEDIUM', 'LOW'] as const;

/** A place in the code that a reviewer has to check: it may or may not be a weakness. */
export interface Hotspot {
  readonly id: string;
  readonly branchId: string;
  readonly path: string;
  readonly rule: string;
  /** Category, such as `weak-cryptography`. */
  readonly category: string;
  readonly probability: (typeof probabilities)[number];
  readonly message: string;
  readonly line: number | null;
  /** JSON, as for an issue. */
  readonly textRange: string | null;
  readonly lineHash: string | null;
  readonly status: (typeof hotspotStatuses)[number];
  /** Resolution of a reviewed hotspot; `null` before the review. */
  readonly resolution: (typeof hotspotResolutions)[number] | null;
  readonly author: string | null;
  /** Login. */
  readonly assignee: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Set when the code does not contain the hotspot any more. The review is kept for the case that it reappears. */
  readonly closedAt: number | null;
}

export const hotspotById = (db: Database, id: string): Hotspot | undefined =>
  db.get('SELECT * FROM hotspots WHERE id = ?', id);

/** Returns the hotspots of a branch, including closed ones. */
export const hotspotsOfBranch = (db: Database, branchId: string): Hotspot[] =>
  db.all('SELECT * FROM hotspots WHERE branchId = ?', branchId);

/** Adds a hotspot or replaces it. */
export function saveHotspot(db: Database, hotspot: Hotspot): void {
  db.upsert('hotspots', 'id', { ...hotspot });
}

/** Returns the open hotspots that meet all criteria, the most probable first. */
export const findHotspots = (db: Database, criteria: readonly Criterion[]): Hotspot[] =>
  db.all(
    `SELECT * FROM hotspots WHERE closedAt IS NULL AND ${criteria.map(({ sql }) => sql).join(' AND ')}
     ORDER BY CASE probability WHEN 'HIGH' THEN 0 WHEN 'MEDIUM' THEN 1 ELSE 2 END, category, path, line, id`,
    ...criteria.flatMap(({ values }) => values),
  );

export interface HotspotComment {
  readonly id: string;
  readonly hotspotId: string;
  readonly login: string;
  readonly markdown: string;
  readonly createdAt: number;
}

export const hotspotComments = (db: Database, hotspotId: string): HotspotComment[] =>
  db.all('SELECT * FROM hotspotComments WHERE hotspotId = ? ORDER BY createdAt, rowid', hotspotId);

export function addHotspotComment(db: Database, comment: HotspotComment): void {
  db.insert('hotspotComments', { ...comment });
}
