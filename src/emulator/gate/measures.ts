import { metrics } from './metrics.data.ts';
import type { Hotspot } from '../store/issues/hotspots.ts';
import type { IssueType, MeasuredIssue, Severity } from '../store/issues/issues.ts';
import type { FileFacts } from '../store/analyses/files.ts';

export interface MeasuredFile {
  readonly path: string;
  readonly scope: 'MAIN' | 'TEST';
  readonly lineDates: readonly number[];
  readonly facts: FileFacts;
}

/** Numbers that are summed from files to directories to the project. */
type Sums = Map<string, number>;

const countedTypes: Readonly<Record<IssueType, string>> = {
  CODE_SMELL: 'code_smells',
  BUG: 'bugs',
  VULNERABILITY: 'vulnerabilities',
};
const ratedTypes: Readonly<Partial<Record<IssueType, string>>> = {
  BUG: 'reliability_rating',
  VULNERABILITY: 'security_rating',
};
const severityRating: Readonly<Record<Severity, number>> = {
  INFO: 1,
  MINOR: 2,
  MAJOR: 3,
  CRITICAL: 4,
  BLOCKER: 5,
};
/** Assumed cost of one line of code, in minutes. */
const minutesPerLine = 30;

/**
 * Computes the measures of a branch (path `''`), its directories and its files, as texts of the platform's answers.
 * @param periodDate start of the new code; without it, the measures of new code are left out
 */
export function computeMeasures(
  files: readonly MeasuredFile[],
  issues: readonly MeasuredIssue[],
  periodDate: number | null,
  hotspots: readonly Hotspot[] = [],
): Map<string, Map<string, string>> {
  const sums = new Map<string, Sums>([['', zero(periodDate)]]);
  const addTo = (path: string, add: (sums: Sums) => void): void => {
    for (const component of pathAndParents(path)) {
      const target = sums.get(component) ?? zero(periodDate);
      sums.set(component, target);
      add(target);
    }
  };
  for (const file of files) addTo(file.path, (target) => addFile(target, file, periodDate));
  for (const issue of issues) addTo(issue.path, (target) => addIssue(target, issue, periodDate));
  for (const hotspot of hotspots) addTo(hotspot.path, (target) => addHotspot(target, hotspot, periodDate));
  return new Map([...sums].map(([path, values]) => [path, derive(values, periodDate !== null)]));
}

export function pathAndParents(path: string): string[] {
  const parts = path.split('/');
  const components = path ? parts.map((_, index) => parts.slice(0, index + 1).join('/')) : [];
  return ['', ...components];
}

const plainKeys = (
  'lines ncloc files functions classes statements comment_lines complexity cognitive_complexity ' +
  'duplicated_lines duplicated_blocks duplicated_files ' +
  'security_hotspots open_issues confirmed_issues reopened_issues false_positive_issues accepted_issues'
).split(' ');

function zero(periodDate: number | null): Sums {
  const keys = [
    ...plainKeys,
    ...issueKeys,
    ...(periodDate === null ? [] : ['new_lines', 'new_security_hotspots', ...issueKeys.map(newKey)]),
  ];
  return new Map(keys.map((key) => [key, 0]));
}

const newNames: Readonly<Record<string, string>> = {
  sqale_index: 'new_technical_debt',
  sqale_rating: 'new_maintainability_rating',
};
const newKey = (key: string): string => newNames[key] ?? `new_${key}`;
const issueKeys = [
  'violations',
  ...Object.keys(severityRating).map((severity) => `${severity.toLowerCase()}_violations`),
  ...Object.values(countedTypes),
  'sqale_index',
];

const plus = (sums: Sums, key: string, value: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + value);
};

function addFile(sums: Sums, file: MeasuredFile, periodDate: number | null): void {
  if (file.scope === 'TEST') return;
  const { facts, lineDates } = file;
  const isNew = (line: number): boolean => periodDate !== null && (lineDates[line - 1] ?? 0) > periodDate;
  plus(sums, 'files', 1);
  plus(sums, 'lines', lineDates.length);
  for (const key of [
    'ncloc',
    'comment_lines',
    'functions',
    'classes',
    'statements',
    'complexity',
    'cognitive_complexity',
  ] as const)
    plus(sums, key, facts[key]);
  if (periodDate !== null) plus(sums, 'new_lines', lineDates.filter((date) => date > periodDate).length);
  for (const [line, hits] of facts.lineHits ?? []) {
    for (const prefix of isNew(line) ? ['', 'new_'] : ['']) {
      plus(sums, `${prefix}lines_to_cover`, 1);
      plus(sums, `${prefix}uncovered_lines`, hits === 0 ? 1 : 0);
    }
  }
  for (const [line, total, covered] of facts.conditions ?? []) {
    for (const prefix of isNew(line) ? ['', 'new_'] : ['']) {
      plus(sums, `${prefix}conditions_to_cover`, total);
      plus(sums, `${prefix}uncovered_conditions`, total - covered);
    }
  }
  const blocks = facts.duplications ?? [];
  const duplicated = new Set(
    blocks.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ),
  );
  plus(sums, 'duplicated_blocks', blocks.length);
  plus(sums, 'duplicated_lines', duplicated.size);
  plus(sums, 'duplicated_files', blocks.length > 0 ? 1 : 0);
  if (periodDate !== null) plus(sums, 'new_duplicated_lines', [...duplicated].filter(isNew).length);
}

const statusKeys: Readonly<Partial<Record<MeasuredIssue['status'], string>>> = {
  OPEN: 'open_issues',
  CONFIRMED: 'confirmed_issues',
  REOPENED: 'reopened_issues',
};

function addIssue(sums: Sums, issue: MeasuredIssue, periodDate: number | null): void {
  if (issue.resolution === 'FALSE-POSITIVE' && issue.status !== 'CLOSED')
    plus(sums, 'false_positive_issues', 1);
  if (issue.resolution === 'WONTFIX' && issue.status !== 'CLOSED') plus(sums, 'accepted_issues', 1);
  if (issue.resolution !== null) return;
  const statusKey = statusKeys[issue.status];
  if (statusKey) plus(sums, statusKey, 1);
  const named =
    periodDate !== null && issue.createdAt > periodDate
      ? [(key: string) => key, newKey]
      : [(key: string) => key];
  for (const name of named) {
    plus(sums, name('violations'), 1);
    plus(sums, name(`${issue.severity.toLowerCase()}_violations`), 1);
    plus(sums, name(countedTypes[issue.type]), 1);
    if (issue.type === 'CODE_SMELL') plus(sums, name('sqale_index'), issue.effort);
    const rating = ratedTypes[issue.type];
    if (rating) sums.set(name(rating), Math.max(sums.get(name(rating)) ?? 1, severityRating[issue.severity]));
  }
}

function addHotspot(sums: Sums, { status, createdAt, closedAt }: Hotspot, periodDate: number | null): void {
  if (closedAt !== null) return;
  const isNew = periodDate !== null && createdAt > periodDate;
  for (const prefix of isNew ? ['', 'new_'] : [''])
    plus(sums, status === 'REVIEWED' ? `${prefix}hotspots reviewed` : `${prefix}security_hotspots`, 1);
}

function derive(sums: Sums, hasPeriod: boolean): Map<string, string> {
  const of = (key: string): number => sums.get(key) ?? 0;
  const percent = (key: string, part: number, whole: number): void => {
    if (whole > 0) sums.set(key, (100 * part) / whole);
  };
  for (const prefix of hasPeriod ? ['', 'new_'] : ['']) {
    const lines = of(`${prefix}lines_to_cover`);
    const conditions = of(`${prefix}conditions_to_cover`);
    const missed = of(`${prefix}uncovered_lines`) + of(`${prefix}uncovered_conditions`);
    percent(`${prefix}coverage`, lines + conditions - missed, lines + conditions);
    percent(`${prefix}duplicated_lines_density`, of(`${prefix}duplicated_lines`), of(`${prefix}lines`));
    const reviewed = of(`${prefix}hotspots reviewed`);
    const all = reviewed + of(`${prefix}security_hotspots`);
    percent(`${prefix}security_hotspots_reviewed`, reviewed, all);
    const share = all > 0 ? (100 * reviewed) / all : 100;
    sums.set(`${prefix}security_review_rating`, 1 + [80, 70, 50, 30].filter((limit) => share < limit).length);
  }
  percent('line_coverage', of('lines_to_cover') - of('uncovered_lines'), of('lines_to_cover'));
  percent(
    'branch_coverage',
    of('conditions_to_cover') - of('uncovered_conditions'),
    of('conditions_to_cover'),
  );
  percent('comment_lines_density', of('comment_lines'), of('comment_lines') + of('ncloc'));
  rateDebt(sums, 'sqale_index', of('ncloc'), 'sqale_debt_ratio', 'sqale_rating');
  for (const rating of Object.values(ratedTypes)) sums.set(rating, sums.get(rating) ?? 1);
  if (hasPeriod) {
    rateDebt(
      sums,
      'new_technical_debt',
      of('new_lines'),
      'new_sqale_debt_ratio',
      'new_maintainability_rating',
    );
    for (const rating of Object.values(ratedTypes)) sums.set(newKey(rating), sums.get(newKey(rating)) ?? 1);
  }
  return new Map(
    [...sums].filter(([key]) => metrics.has(key)).map(([key, value]) => [key, format(key, value)]),
  );
}

/** Sets a rating from A to E by the ratio of the debt to the cost of the code. */
function rateDebt(sums: Sums, debt: string, lines: number, ratioKey: string, ratingKey: string): void {
  const ratio = lines > 0 ? (100 * (sums.get(debt) ?? 0)) / (lines * minutesPerLine) : 0;
  sums.set(ratioKey, ratio);
  sums.set(ratingKey, 1 + [5, 10, 20, 50].filter((limit) => ratio > limit).length);
}

function format(key: string, value: number): string {
  const type = metrics.get(key)?.type;
  return type === 'PERCENT' || type === 'RATING' ? value.toFixed(1) : String(Math.round(value));
}
