import * as z from 'zod/mini';
import { parseColumn, type Database } from '../database.ts';

export const severities = ['INFO', 'MINOR', 'MAJOR', 'CRITICAL', 'BLOCKER'] as const;
export type Severity = (typeof severities)[number];
export const issueTypes = ['CODE_SMELL', 'BUG', 'VULNERABILITY'] as const;
export type IssueType = (typeof issueTypes)[number];
const issueStatuses = ['OPEN', 'CONFIRMED', 'REOPENED', 'RESOLVED', 'CLOSED'] as const;
const resolutions = ['FIXED', 'FALSE-POSITIVE', 'WONTFIX', 'REMOVED'] as const;

export const textRange = z.object({
  startLine: z.int(),
  endLine: z.int(),
  /** Columns from 0. */
  startOffset: z.int(),
  endOffset: z.int(),
});
export type TextRange = z.infer<typeof textRange>;

export const relatedPlace = z.object({ path: z.string(), message: z.string(), textRange });
export type RelatedPlace = z.infer<typeof relatedPlace>;

export const issueRow = z.object({
  id: z.string(),
  branchId: z.string(),
  /** File in the project; empty for an issue of the project itself. */
  path: z.string(),
  rule: z.string(),
  severity: z.enum(severities),
  /** 1 when a user set the severity: analyses keep it then. */
  manualSeverity: z.number(),
  type: z.enum(issueTypes),
  manualType: z.number(),
  message: z.string(),
  line: z.nullable(z.number()),
  /** JSON `{startLine,endLine,startOffset,endOffset}`. */
  textRange: z.nullable(z.string()),
  lineHash: z.nullable(z.string()),
  /** JSON list of places; null for none. */
  related: z.nullable(z.string()),
  /** Minutes. */
  effort: z.number(),
  status: z.enum(issueStatuses),
  resolution: z.nullable(z.enum(resolutions)),
  /** JSON `{status,resolution}` before the issue was closed, for reopening it. */
  beforeClose: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  author: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  closedAt: z.nullable(z.number()),
});
export type Issue = Readonly<z.infer<typeof issueRow>>;

const issueState = z.object({
  status: z.enum(issueStatuses),
  resolution: z.nullable(z.enum(resolutions)),
});

export const textRangeOf = (found: { readonly textRange: string | null }): TextRange | undefined =>
  found.textRange === null ? undefined : parseColumn(textRange, found.textRange, 'textRange');

export const relatedOf = ({ related }: Pick<Issue, 'related'>): readonly RelatedPlace[] =>
  related === null ? [] : parseColumn(z.array(relatedPlace), related, 'issues.related');

/** Returns the state before the issue was closed, as `parseColumn`; undefined when it was not recorded. */
export const stateBeforeClose = ({ beforeClose }: Issue): z.infer<typeof issueState> | undefined =>
  beforeClose === null ? undefined : parseColumn(issueState, beforeClose, 'issues.beforeClose');

export const issueById = (db: Database, id: string): Issue | undefined =>
  db.get(issueRow, 'SELECT * FROM issues WHERE id = ?', id);

const measuredIssueRow = z.pick(issueRow, {
  path: true,
  severity: true,
  type: true,
  status: true,
  resolution: true,
  effort: true,
  createdAt: true,
});
export type MeasuredIssue = Readonly<z.infer<typeof measuredIssueRow>>;

export const measuredIssuesOf = (db: Database, branchId: string): MeasuredIssue[] =>
  db.all(
    measuredIssueRow,
    'SELECT path, severity, type, status, resolution, effort, createdAt FROM issues WHERE branchId = ?',
    branchId,
  );

/** Returns the issues of a branch, also closed ones, which tracking can reopen. */
export const issuesOfBranch = (db: Database, branchId: string): Issue[] =>
  db.all(issueRow, 'SELECT * FROM issues WHERE branchId = ?', branchId);

export const issuesOfFile = (db: Database, branchId: string, path: string): Issue[] =>
  db.all(issueRow, 'SELECT * FROM issues WHERE branchId = ? AND path = ?', branchId, path);

export function saveIssue(db: Database, issue: Issue): void {
  db.upsert('issues', 'id', { ...issue });
}

interface IssueComment {
  readonly id: string;
  readonly issueId: string;
  readonly login: string;
  readonly markdown: string;
  readonly createdAt: number;
}

export function addComment(db: Database, comment: IssueComment): void {
  db.insert('issueComments', { ...comment });
}

export const ruleTypes = [...issueTypes, 'SECURITY_HOTSPOT'] as const;

const ruleRow = z.object({
  key: z.string(),
  name: z.string(),
  language: z.nullable(z.string()),
  severity: z.enum(severities),
  type: z.enum(ruleTypes),
  /** HTML. */
  description: z.string(),
  /** 1 when the rule came with an external report. */
  isExternal: z.number(),
});
export type Rule = Readonly<z.infer<typeof ruleRow>>;

export const ruleByKey = (db: Database, key: string): Rule | undefined =>
  db.get(ruleRow, 'SELECT * FROM rules WHERE key = ?', key);

export function saveRule(db: Database, rule: Rule): void {
  db.upsert('rules', 'key', { ...rule });
}
