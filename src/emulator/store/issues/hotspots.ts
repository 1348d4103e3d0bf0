import * as z from 'zod/mini';
import { given, isOneOf, whereAll, type Database } from '../database.ts';

export const hotspotStatuses = ['TO_REVIEW', 'REVIEWED'] as const;
export const hotspotResolutions = ['FIXED', 'SAFE', 'ACKNOWLEDGED'] as const;
/** Probabilities from the highest review priority to the lowest. */
export const probabilities = ['HIGH', 'MEDIUM', 'LOW'] as const;

/** A place in the code that a reviewer has to check: it may or may not be a weakness. */
const hotspotRow = z.object({
  id: z.string(),
  branchId: z.string(),
  path: z.string(),
  rule: z.string(),
  /** Category, such as `weak-cryptography`. */
  category: z.string(),
  probability: z.enum(probabilities),
  message: z.string(),
  line: z.nullable(z.number()),
  /** JSON, as for an issue. */
  textRange: z.nullable(z.string()),
  lineHash: z.nullable(z.string()),
  status: z.enum(hotspotStatuses),
  /** Resolution of a reviewed hotspot; `null` before the review. */
  resolution: z.nullable(z.enum(hotspotResolutions)),
  author: z.nullable(z.string()),
  /** Login. */
  assignee: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Set when the code does not contain the hotspot any more. The review is kept for the case that it reappears. */
  closedAt: z.nullable(z.number()),
});
export type Hotspot = Readonly<z.infer<typeof hotspotRow>>;

export const hotspotById = (db: Database, id: string): Hotspot | undefined =>
  db.get(hotspotRow, 'SELECT * FROM hotspots WHERE id = ?', id);

/** Returns the hotspots of a branch, including closed ones. */
export const hotspotsOfBranch = (db: Database, branchId: string): Hotspot[] =>
  db.all(hotspotRow, 'SELECT * FROM hotspots WHERE branchId = ?', branchId);

export function saveHotspot(db: Database, hotspot: Hotspot): void {
  db.upsert('hotspots', 'id', { ...hotspot });
}

interface HotspotSearch {
  readonly branchId: string | undefined;
  readonly ids: readonly string[] | undefined;
  readonly paths: readonly string[] | undefined;
  readonly status: Hotspot['status'] | undefined;
  readonly resolution: NonNullable<Hotspot['resolution']> | undefined;
  readonly createdAfter: number | undefined;
  /** Login. */
  readonly assignee: string | undefined;
}

/** Returns the open hotspots that the search finds, the most probable first. */
export function findHotspots(db: Database, search: HotspotSearch): Hotspot[] {
  const where = whereAll([
    { sql: 'closedAt IS NULL', values: [] },
    ...given('branchId = ?', search.branchId),
    ...isOneOf('id', search.ids),
    ...isOneOf('path', search.paths),
    ...given('status = ?', search.status),
    ...given('resolution = ?', search.resolution),
    ...given('assignee = ?', search.assignee),
    ...given('createdAt > ?', search.createdAfter),
  ]);
  return db.all(
    hotspotRow,
    `SELECT * FROM hotspots ${where.sql}
     ORDER BY CASE probability WHEN 'HIGH' THEN 0 WHEN 'MEDIUM' THEN 1 ELSE 2 END, category, path, line, id`,
    ...where.values,
  );
}

const commentRow = z.object({
  id: z.string(),
  hotspotId: z.string(),
  login: z.string(),
  markdown: z.string(),
  createdAt: z.number(),
});
export type HotspotComment = Readonly<z.infer<typeof commentRow>>;

/** Returns the comments on a hotspot, the oldest first. */
export const hotspotComments = (db: Database, hotspotId: string): HotspotComment[] =>
  db.all(
    commentRow,
    'SELECT * FROM hotspotComments WHERE hotspotId = ? ORDER BY createdAt, rowid',
    hotspotId,
  );

export function addHotspotComment(db: Database, comment: HotspotComment): void {
  db.insert('hotspotComments', { ...comment });
}
