import { linesOf } from '../../core/issues/lineMap.ts';
import { evaluateAnalysis, type Evaluation } from '../gate/live.ts';
import { passedProperties, type Report, type ReportIssue } from '../report.ts';
import type { ServerContext } from '../serverContext.ts';
import {
  addAnalysis,
  addEvent,
  analysesOf,
  frozenGate,
  latestAnalysis,
  type Analysis,
} from '../store/analyses/analyses.ts';
import { commitOf, filesOf, lineDatesOf, replaceFiles } from '../store/analyses/files.ts';
import { newId, type Database } from '../store/database.ts';
import { hotspotsOfBranch, saveHotspot, type Hotspot } from '../store/issues/hotspots.ts';
import {
  issuesOfBranch,
  saveIssue,
  saveRule,
  stateBeforeClose,
  type Issue,
  type TextRange,
} from '../store/issues/issues.ts';
import { mainBranchOf, renameProject, type Branch, type Project } from '../store/projects.ts';
import { userByEmail } from '../store/users.ts';
import { dateLines, lineHash, track } from './tracking.ts';

/** The error for a readable report that cannot be applied; its message is the task's error message. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused';
}

export interface AppliedReport extends Evaluation {
  readonly analysis: Analysis;
}

/**
 * Makes a report the latest analysis of a branch: files, issues, measures, gate, history, events. Applies all of it or
 * nothing.
 * @throws {ReportRefused} when the report does not fit the project or is not newer than the latest analysis.
 */
export function applyReport(
  server: Pick<ServerContext, 'brand' | 'db' | 'dialect'>,
  project: Project,
  branch: Branch,
  report: Report,
): AppliedReport {
  const { db, dialect } = server;
  const former = latestAnalysis(db, branch.id);
  if (report.projectKey !== project.key)
    throw new ReportRefused(
      `ProjectKey in report (${report.projectKey}) is not consistent with projectKey under which the report has been submitted (${project.key})`,
    );
  if (former && report.date <= former.date)
    throw new ReportRefused(
      'Date of analysis cannot be older than the date of the last known analysis on this project.',
    );
  return db.transaction(() => {
    for (const rule of report.rules)
      saveRule(db, { ...rule, language: rule.language ?? null, isExternal: rule.isExternal ? 1 : 0 });
    const basis = former ? branch : mainBranchOf(db, project.id);
    storeFiles(db, branch, basis, report);
    const tracked = { db, branch, basis, report, originOf: findOrigin(db, report, former === undefined) };
    trackIssues(tracked);
    trackHotspots(tracked);
    const periodDate = newCodeStart(db, branch, report);
    const evaluation = evaluateAnalysis({ db, dialect, project, branch }, periodDate);
    const analysis: Analysis = {
      id: newId(),
      branchId: branch.id,
      date: report.date,
      version: versionOf(report),
      revision: report.revision ?? null,
      properties: JSON.stringify(passedProperties(server.brand, report)),
      gate: JSON.stringify(evaluation.after),
      periodDate,
    };
    addAnalysis(db, analysis, evaluation.measures);
    if (branch.isMain && report.projectName !== undefined) renameProject(db, project.id, report.projectName);
    const before = dialect.gateEventsCompareAnalyses ? former && frozenGate(former) : evaluation.before;
    addGateEvent(db, branch, analysis, before?.level ?? 'OK', evaluation.after.level);
    return { ...evaluation, analysis };
  });
}

const versionOf = (report: Report): string => report.version ?? 'not provided';

function storeFiles(db: Database, branch: Branch, basis: Branch, report: Report): void {
  const known = new Map(filesOf(db, basis.id).map((file) => [file.path, file]));
  const files = report.files.map((file) => {
    const former = known.get(file.path);
    const seen = dateLines(
      file.source,
      report.date,
      former && { source: former.source, dates: lineDatesOf(former) },
    );
    const dates = seen.map((date, index) => commitOf(file.authorship, index + 1)?.date ?? date);
    return {
      branchId: branch.id,
      path: file.path,
      language: file.language ?? null,
      scope: file.scope,
      source: file.source,
      lineDates: JSON.stringify(dates),
      scm: file.authorship ? JSON.stringify(file.authorship) : null,
      facts: JSON.stringify(file.facts),
    };
  });
  replaceFiles(db, branch.id, files);
}

/** A report for a branch. `basis` is the branch whose findings are known: itself, or at first the main branch. */
interface TrackedReport {
  readonly db: Database;
  readonly branch: Branch;
  readonly basis: Branch;
  readonly report: Report;
  readonly originOf: FindOrigin;
}

function trackIssues({ db, branch, basis, report, originOf }: TrackedReport): void {
  const locate = locateIn(report);
  const findings = report.issues.map((issue) => findingOf(issue, locate(issue)));
  // A closed issue may be reopened, but only when no open issue matches.
  const known = issuesOfBranch(db, basis.id).sort(
    (a, b) => Number(a.status === 'CLOSED') - Number(b.status === 'CLOSED'),
  );
  const isOwn = basis.id === branch.id;
  const matches = track(findings, known);
  for (const [index, finding] of findings.entries()) {
    const match = matches[index];
    if (!match)
      saveIssue(db, { ...newIssue(newId(), branch.id, finding, report.date), ...originOf(finding) });
    else if (isOwn) saveChanged(db, match, issueFoundAgain(match, finding, report.date));
    // The first analysis of a branch copies the users' decisions from the main branch.
    else
      saveIssue(db, {
        ...issueFoundAgain(match, finding, match.updatedAt),
        id: newId(),
        branchId: branch.id,
      });
  }
  if (!isOwn) return;
  const found = new Set(matches);
  for (const issue of known) if (!found.has(issue)) saveChanged(db, issue, closedIssue(issue, report.date));
}

function saveChanged(db: Database, before: Issue, after: Issue): void {
  if (after !== before) saveIssue(db, after);
}

export function findingOf(issue: ReportIssue, location: StoredLocation): FindingProperties {
  const { path, rule, severity, type, message, effort, related = [] } = issue;
  const places = related.length > 0 ? JSON.stringify(related) : null;
  return { path, rule, severity, type, message, effort, ...location, related: places };
}

/**
 * Returns the start of the new code: the analysis of the previous version, or the first analysis when there is only one
 * version. On another branch or a pull request, it is the latest analysis of the main branch. Null at the first analysis.
 */
function newCodeStart(db: Database, branch: Branch, report: Report): number | null {
  const own = analysesOf(db, branch.id);
  const [first] = own;
  if (!branch.isMain && !first)
    return latestAnalysis(db, mainBranchOf(db, branch.projectId).id)?.date ?? null;
  if (!branch.isMain && first?.periodDate) return first.periodDate;
  const base = own.findLast(({ version }) => version !== versionOf(report)) ?? first;
  return base?.date ?? null;
}

/** Adds an event when the gate status changed, including a first status that fails. Pull requests get no events. */
function addGateEvent(
  db: Database,
  branch: Branch,
  analysis: Analysis,
  before: 'OK' | 'ERROR',
  level: 'OK' | 'ERROR',
): void {
  if (branch.kind === 'PULL_REQUEST' || level === before) return;
  addEvent(db, {
    analysisId: analysis.id,
    branchId: branch.id,
    category: 'QUALITY_GATE',
    name: level === 'OK' ? 'Passed' : 'Failed',
    date: analysis.date,
  });
}

export type FindingProperties = Pick<
  Issue,
  'path' | 'rule' | 'severity' | 'type' | 'message' | 'line' | 'textRange' | 'lineHash' | 'related' | 'effort'
>;

/** Returns an issue that was found again. Decisions of users stay; one that was resolved as fixed is reopened. */
export function issueFoundAgain(issue: Issue, finding: FindingProperties, date: number): Issue {
  const state = nextState(issue);
  const updated: Issue = {
    ...issue,
    ...finding,
    severity: issue.manualSeverity ? issue.severity : finding.severity,
    type: issue.manualType ? issue.type : finding.type,
    ...state,
    beforeClose: null,
    closedAt: null,
  };
  const isSame = (Object.keys(updated) as (keyof Issue)[]).every((name) => updated[name] === issue[name]);
  return isSame ? issue : { ...updated, updatedAt: date };
}

function nextState(issue: Issue): Pick<Issue, 'status' | 'resolution'> {
  const { status, resolution } = issue;
  if (status === 'CLOSED') return stateBeforeClose(issue) ?? { status: 'REOPENED', resolution: null };
  if (status === 'RESOLVED' && resolution === 'FIXED') return { status: 'REOPENED', resolution: null };
  return { status, resolution };
}

export function closedIssue(issue: Issue, date: number): Issue {
  if (issue.status === 'CLOSED') return issue;
  const { status, resolution } = issue;
  return {
    ...issue,
    status: 'CLOSED',
    resolution: 'FIXED',
    beforeClose: JSON.stringify({ status, resolution }),
    closedAt: date,
    updatedAt: date,
  };
}

export function newIssue(id: string, branchId: string, finding: FindingProperties, date: number): Issue {
  return {
    id,
    branchId,
    ...finding,
    manualSeverity: 0,
    manualType: 0,
    status: 'OPEN',
    resolution: null,
    beforeClose: null,
    assignee: null,
    author: null,
    createdAt: date,
    updatedAt: date,
    closedAt: null,
  };
}

type StoredLocation = Pick<Issue, 'line' | 'textRange' | 'lineHash'>;

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
function locateIn({ files }: Report): (located: Located) => StoredLocation {
  const lines = new Map(files.map(({ path, source }) => [path, linesOf(source)]));
  return (located) => storedLocation(lines.get(located.path), located);
}

/** Returns the data of a new issue that its line's commit provides; the assignee has the author's mail address. */
type FindOrigin = (
  found: Pick<Issue, 'path' | 'line'>,
) => Partial<Pick<Issue, 'author' | 'assignee' | 'createdAt'>>;

/**
 * Returns a function that finds the author and the assignee of a new issue from the commit of its line. At a branch's
 * first analysis, the issue also gets the date of the commit, because it existed before the analysis.
 */
function findOrigin(db: Database, report: Report, isFirst: boolean): FindOrigin {
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
function trackHotspots({ db, branch, basis, report, originOf }: TrackedReport): void {
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
