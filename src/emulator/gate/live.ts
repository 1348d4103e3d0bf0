import { computeMeasures, pathAndParents, type MeasuredFile } from './measures.ts';
import type { Dialect } from '../dialect.ts';
import {
  gateResultSchema,
  latestAnalysis,
  clearMeasures,
  measuresOf,
  setMeasures,
  type GateResult,
} from '../store/analyses/analyses.ts';
import { parseColumn, type Database } from '../store/database.ts';
import { factsOf, lineDatesOf, measuredFilesOf } from '../store/analyses/files.ts';
import { conditionsOf, gateOf, type Branch, type Project } from '../store/projects.ts';
import { hotspotsOfBranch } from '../store/issues/hotspots.ts';
import { measuredIssuesOf } from '../store/issues/issues.ts';
import { evaluateGate, gateDetails, withValuesOnly } from './evaluate.ts';
import { metrics } from './metrics.data.ts';

export interface GatedBranch {
  readonly db: Database;
  readonly dialect: Pick<Dialect, 'ignoresFewNewLines'>;
  readonly project: Project;
  readonly branch: Branch;
}

export interface Evaluation {
  readonly before: GateResult | undefined;
  readonly after: GateResult;
  /** Measures of the branch itself. */
  readonly measures: ReadonlyMap<string, string>;
}

export interface ChangedGate extends Evaluation {
  readonly project: Project;
  readonly branch: Branch;
}

/** Returns the current status of a branch's gate; `undefined` before its first analysis. */
export function liveGate(db: Database, branchId: string): GateResult | undefined {
  const details = measuresOf(db, branchId).get('quality_gate_details');
  return details === undefined
    ? undefined
    : parseColumn(gateResultSchema, details, 'the measure quality_gate_details');
}

export function evaluateAnalysis(subject: GatedBranch, periodDate: number | null): Evaluation {
  const { db, branch } = subject;
  const before = liveGate(db, branch.id);
  const { byPath, measures, after } = compute(subject, periodDate, withValuesOnly);
  clearMeasures(db, branch.id);
  for (const [path, values] of byPath) setMeasures(db, branch.id, path, values);
  return { before, after, measures };
}

/** Evaluates after users changed issues in files: writes the measures of these files and of the directories above. */
export function evaluateIssueChange(subject: GatedBranch, paths: readonly string[]): Evaluation {
  const { db, branch } = subject;
  const before = liveGate(db, branch.id);
  const periodDate = latestAnalysis(db, branch.id)?.periodDate ?? null;
  const { byPath, measures, after } = compute(subject, periodDate, (result) => result);
  for (const path of new Set(paths.flatMap(pathAndParents)))
    setMeasures(db, branch.id, path, byPath.get(path) ?? new Map<string, string>());
  return { before, after, measures };
}

function compute(
  { db, dialect, project, branch }: GatedBranch,
  periodDate: number | null,
  shown: (result: GateResult) => GateResult,
): { byPath: Map<string, Map<string, string>>; measures: ReadonlyMap<string, string>; after: GateResult } {
  const byPath = computeMeasures(
    measuredFiles(db, branch.id),
    measuredIssuesOf(db, branch.id),
    periodDate,
    hotspotsOfBranch(db, branch.id),
  );
  const measures = byPath.get('') ?? new Map<string, string>();
  const after = evaluateGate(
    conditionsOf(db, gateOf(db, project).id).map(({ metric, op, error }) => ({ metric, op, error })),
    (metric) => gateValue(metric, measures.get(metric)),
    dialect,
  );
  measures.set('alert_status', after.level);
  measures.set('quality_gate_details', gateDetails(shown(after)));
  return { byPath, measures, after };
}

/** Gates treat ratings as whole numbers. */
function gateValue(metric: string, value: string | undefined): string | undefined {
  return metrics.get(metric)?.type === 'RATING' ? value?.replace(/\.0$/u, '') : value;
}

function measuredFiles(db: Database, branchId: string): MeasuredFile[] {
  return measuredFilesOf(db, branchId).map((file) => ({
    path: file.path,
    scope: file.scope,
    lineDates: lineDatesOf(file),
    facts: factsOf(file),
  }));
}
