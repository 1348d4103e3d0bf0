import * as z from 'zod/mini';
import { placeholders, type Database } from '../database.ts';

const measureRow = z.object({ metric: z.string(), value: z.string() });
const pathMeasureRow = z.extend(measureRow, { path: z.string() });

/** Returns the live measures of one component; `path` is empty for the branch itself, else a file or a directory. */
export function measuresOf(db: Database, branchId: string, path = ''): Map<string, string> {
  const rows = db.all(
    measureRow,
    'SELECT metric, value FROM measures WHERE branchId = ? AND path = ? ORDER BY metric',
    branchId,
    path,
  );
  return new Map(rows.map(({ metric, value }) => [metric, value]));
}

/** Returns the measures of every file and directory of a branch, by path. */
export function measuresByPath(
  db: Database,
  branchId: string,
  metrics: readonly string[],
): Map<string, Map<string, string>> {
  const rows = db.all(
    pathMeasureRow,
    `SELECT path, metric, value FROM measures WHERE branchId = ? AND path <> '' AND metric IN (${placeholders(metrics)})
     ORDER BY metric`,
    branchId,
    ...metrics,
  );
  const byPath = new Map<string, Map<string, string>>();
  for (const { path, metric, value } of rows) {
    const measures = byPath.get(path) ?? new Map<string, string>();
    byPath.set(path, measures.set(metric, value));
  }
  return byPath;
}

export function setMeasures(
  db: Database,
  branchId: string,
  path: string,
  measures: ReadonlyMap<string, string>,
): void {
  db.run('DELETE FROM measures WHERE branchId = ? AND path = ?', branchId, path);
  for (const [metric, value] of measures) db.insert('measures', { branchId, path, metric, value });
}

/** Deletes the current measures of a branch. The measures of its analyses stay. */
export function clearMeasures(db: Database, branchId: string): void {
  db.run('DELETE FROM measures WHERE branchId = ?', branchId);
}
