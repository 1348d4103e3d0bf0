import type { Database } from './database.ts';

export const severities = ['INFO', 'MINOR', 'MAJOR', 'CRITICAL', 'BLOCKER'] as const;
export type Severity = (typeof severities)[number];
export const issueTypes = ['CODE_SMELL', 'BUG', 'VULNERABILITY'] as const;
export type IssueType = (typeof issueTypes)[number];
type IssueStatus = 'OPEN' | 'CONFIRMED' | 'REOPENED' | 'RESOLVED' | 'CLOSED';
type Resolution = 'FIXED' | 'FALSE-POSITIVE' | 'WONTFIX' | 'REMOVED';

export interface Issue {
  readonly id: string;
  readonly branchId: string;
  /** File in the project; empty for an issue of the project itself. */
  readonly path: string;
  readonly rule: string;
  readonly severity: Severity;
  /** 1 when a user set the severity: analyses keep it then. */
  readonly manualSeverity: number;
  readonly type: IssueType;
  readonly manualType: number;
  readonly message: string;
  readonly line: number | null;
  /** JSON `{startLine,endLine,startOffset,endOffset}`. */
  readonly textRange: string | null;
  readonly lineHash: string | null;
  /** Minutes. */
  readonly effort: number;
  readonly status: IssueStatus;
  readonly resolution: Resolution | null;
  /** JSON `{status,resolution}` before the issue was closed, for reopening it. */
  readonly beforeClose: string | null;
  readonly assignee: string | null;
  readonly author: string | null;
  /** JSON list. */
  readonly tags: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
}

export const issueById = (db: Database, id: string): Issue | undefined =>
  db.get('SELECT * FROM issues WHERE id = ?', id);

export const issuesOfBranch = (db: Database, branchId: string): Issue[] =>
  db.all('SELECT * FROM issues WHERE branchId = ?', branchId);

export const issuesOfFile = (db: Database, branchId: string, path: string): Issue[] =>
  db.all('SELECT * FROM issues WHERE branchId = ? AND path = ?', branchId, path);

/** Adds an issue or replaces it. */
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

export const commentsOf = (db: Database, issueId: string): IssueComment[] =>
  db.all('SELECT * FROM issueComments WHERE issueId = ? ORDER BY createdAt, rowid', issueId);

export function addComment(db: Database, comment: IssueComment): void {
  db.insert('issueComments', { ...comment });
}
