import type { GateResult } from '../gate/evaluate.ts';
import { newId, type Database } from './database.ts';

export interface Analysis {
  readonly id: string;
  readonly branchId: string;
  /** Start of the scan. */
  readonly date: number;
  readonly version: string | null;
  readonly revision: string | null;
  /** JSON: the analysis properties that are passed on. */
  readonly properties: string;
  /** JSON `GateResult`, frozen at the analysis. */
  readonly gate: string;
  /** Start of the new code; `null` for a first analysis. */
  readonly periodDate: number | null;
  readonly periodParameter: string | null;
}

export const analysisById = (db: Database, id: string): Analysis | undefined =>
  db.get('SELECT * FROM analyses WHERE id = ?', id);

export const latestAnalysis = (db: Database, branchId: string): Analysis | undefined =>
  db.get('SELECT * FROM analyses WHERE branchId = ? ORDER BY date DESC LIMIT 1', branchId);

/** Returns the analyses of a branch, oldest first. */
export const analysesOf = (db: Database, branchId: string): Analysis[] =>
  db.all('SELECT * FROM analyses WHERE branchId = ? ORDER BY date', branchId);

export const frozenGate = (analysis: Analysis): GateResult => JSON.parse(analysis.gate) as GateResult;

export const propertiesOf = (analysis: Analysis): Readonly<Record<string, string>> =>
  JSON.parse(analysis.properties) as Record<string, string>;

export function addAnalysis(db: Database, analysis: Analysis, measures: ReadonlyMap<string, string>): void {
  db.insert('analyses', { ...analysis });
  for (const [metric, value] of measures)
    db.insert('analysisMeasures', { analysisId: analysis.id, metric, value });
}

interface AnalysisEvent {
  readonly id: string;
  readonly analysisId: string;
  readonly branchId: string;
  readonly category: 'QUALITY_GATE' | 'VERSION';
  readonly name: string;
  readonly description: string | null;
  readonly date: number;
}

export function addEvent(db: Database, event: Omit<AnalysisEvent, 'id'>): void {
  db.insert('events', { id: newId(), ...event });
}

export const eventsOf = (db: Database, analysisId: string): AnalysisEvent[] =>
  db.all('SELECT * FROM events WHERE analysisId = ?', analysisId);

interface GateEvent {
  readonly name: string;
  readonly date: number;
  readonly branch: string;
  readonly isMain: number;
}

/** Returns the last gate event of each branch (without pull requests) of a project from a time on, by date. */
export const gateEventsFrom = (db: Database, projectId: string, from: number): GateEvent[] =>
  db.all(
    `SELECT events.name, max(events.date) AS date, branches.name AS branch, branches.isMain
     FROM events JOIN branches ON branches.id = events.branchId
     WHERE branches.projectId = ? AND branches.kind = 'BRANCH' AND category = 'QUALITY_GATE' AND events.date >= ?
     GROUP BY branches.id ORDER BY date`,
    projectId,
    from,
  );
