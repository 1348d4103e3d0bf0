import * as z from 'zod/mini';
import { newId, parseColumn, placeholders, type Database } from '../database.ts';
import { conditionSchema } from '../projects.ts';

const level = z.enum(['OK', 'ERROR']);
const conditionResultSchema = z.extend(conditionSchema, {
  level,
  /** Absent when the metric has no value. */
  actual: z.exactOptional(z.string()),
});
export type ConditionResult = Readonly<z.infer<typeof conditionResultSchema>>;

/** A gate's status as it is computed, and as the store keeps it in JSON. */
export const gateResultSchema = z.object({
  level,
  conditions: z.array(conditionResultSchema),
  /** Whether a failed condition passed because the change has few lines. */
  ignoredConditions: z.boolean(),
});
export type GateResult = Readonly<z.infer<typeof gateResultSchema>>;

const analysisRow = z.object({
  id: z.string(),
  branchId: z.string(),
  date: z.number(),
  version: z.nullable(z.string()),
  revision: z.nullable(z.string()),
  /** JSON: the analysis properties that are passed on. */
  properties: z.string(),
  /** JSON `GateResult`, frozen at the analysis. */
  gate: z.string(),
  /** Start of the new code; `null` for a first analysis. */
  periodDate: z.nullable(z.number()),
});
export type Analysis = Readonly<z.infer<typeof analysisRow>>;

export const analysisById = (db: Database, id: string): Analysis | undefined =>
  db.get(analysisRow, 'SELECT * FROM analyses WHERE id = ?', id);

/** Returns the newest analysis of a branch; undefined before the first one. */
export const latestAnalysis = (db: Database, branchId: string): Analysis | undefined =>
  db.get(analysisRow, 'SELECT * FROM analyses WHERE branchId = ? ORDER BY date DESC LIMIT 1', branchId);

/** Returns the analyses of a branch, oldest first. */
export const analysesOf = (db: Database, branchId: string): Analysis[] =>
  db.all(analysisRow, 'SELECT * FROM analyses WHERE branchId = ? ORDER BY date', branchId);

export const frozenGate = (analysis: Analysis): GateResult =>
  parseColumn(gateResultSchema, analysis.gate, 'analyses.gate');

const properties = z.record(z.string(), z.string());

export const propertiesOf = (analysis: Analysis): Readonly<Record<string, string>> =>
  parseColumn(properties, analysis.properties, 'analyses.properties');

/** Stores an analysis with the measures of its time, which the history of measures shows. */
export function addAnalysis(db: Database, analysis: Analysis, measures: ReadonlyMap<string, string>): void {
  db.insert('analyses', { ...analysis });
  for (const [metric, value] of measures)
    db.insert('analysisMeasures', { analysisId: analysis.id, metric, value });
}

const eventRow = z.object({
  id: z.string(),
  analysisId: z.string(),
  branchId: z.string(),
  category: z.enum(['QUALITY_GATE', 'VERSION']),
  name: z.string(),
  date: z.number(),
});
type AnalysisEvent = Readonly<z.infer<typeof eventRow>>;

export function addEvent(db: Database, event: Omit<AnalysisEvent, 'id'>): void {
  db.insert('events', { id: newId(), ...event });
}

export const eventsOf = (db: Database, analysisId: string): AnalysisEvent[] =>
  db.all(eventRow, 'SELECT * FROM events WHERE analysisId = ?', analysisId);

export const measureAt = (db: Database, analysisId: string, metric: string): string | undefined =>
  db.get(
    valueRow,
    'SELECT value FROM analysisMeasures WHERE analysisId = ? AND metric = ?',
    analysisId,
    metric,
  )?.value;

const valueRow = z.object({ value: z.string() });

const gateEventRow = z.object({
  name: z.string(),
  date: z.number(),
  branch: z.string(),
  isMain: z.number(),
});
type GateEvent = Readonly<z.infer<typeof gateEventRow>>;

/** Returns the last gate event of each branch (without pull requests) of a project from a time on, by date. */
export const gateEventsFrom = (db: Database, projectId: string, from: number): GateEvent[] =>
  db.all(
    gateEventRow,
    `SELECT events.name, max(events.date) AS date, branches.name AS branch, branches.isMain
     FROM events JOIN branches ON branches.id = events.branchId
     WHERE branches.projectId = ? AND branches.kind = 'BRANCH' AND category = 'QUALITY_GATE' AND events.date >= ?
     GROUP BY branches.id ORDER BY date`,
    projectId,
    from,
  );

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
