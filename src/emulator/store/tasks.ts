import type { Database } from './database.ts';

type TaskStatus = 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED';

/** An analysis report on its way through the compute engine. */
export interface Task {
  readonly id: string;
  readonly projectId: string;
  readonly status: TaskStatus;
  /** Login. */
  readonly submitter: string | null;
  readonly submittedAt: number;
  readonly startedAt: number | null;
  readonly executedAt: number | null;
  readonly analysisId: string | null;
  readonly branchId: string | null;
  readonly errorMessage: string | null;
}

const columns =
  'id, projectId, status, submitter, submittedAt, startedAt, executedAt, analysisId, branchId, errorMessage';

export const taskById = (db: Database, id: string): Task | undefined =>
  db.get(`SELECT ${columns} FROM tasks WHERE id = ?`, id);

/** Newest first. */
export const tasksOf = (db: Database, projectId: string, limit: number): Task[] =>
  db.all(
    `SELECT ${columns} FROM tasks WHERE projectId = ? ORDER BY submittedAt DESC, rowid DESC LIMIT ?`,
    projectId,
    limit,
  );

/** Of all projects, newest first. */
export const recentTasks = (db: Database, limit: number): Task[] =>
  db.all(`SELECT ${columns} FROM tasks ORDER BY submittedAt DESC, rowid DESC LIMIT ?`, limit);

/** What an earlier process accepted and did not finish, oldest first. */
export const unfinishedTasks = (db: Database): Task[] =>
  db.all(
    `SELECT ${columns} FROM tasks WHERE status IN ('PENDING', 'IN_PROGRESS') ORDER BY submittedAt, rowid`,
  );

/** The report stays in the store until its task ends, so that an accepted one survives a crash. */
export function addTask(db: Database, task: Task, report: Uint8Array): void {
  db.insert('tasks', { ...task, report });
}

export const reportOf = (db: Database, id: string): Uint8Array | undefined =>
  db.get<{ report: Uint8Array | null }>('SELECT report FROM tasks WHERE id = ?', id)?.report ?? undefined;

export function startTask(db: Database, id: string, startedAt: number): void {
  db.run(`UPDATE tasks SET status = 'IN_PROGRESS', startedAt = ? WHERE id = ?`, startedAt, id);
}

interface TaskOutcome {
  readonly analysisId: string | null;
  readonly branchId: string | null;
  readonly errorMessage: string | null;
}

/** Keeps what a task did; its report is not needed any more, so a restart can't apply it twice. */
export function recordOutcome(db: Database, id: string, outcome: TaskOutcome): void {
  db.run(
    'UPDATE tasks SET report = NULL, analysisId = ?, branchId = ?, errorMessage = ? WHERE id = ?',
    outcome.analysisId,
    outcome.branchId,
    outcome.errorMessage,
    id,
  );
}

/** FAILED where an error was recorded, else SUCCESS. */
export function endTask(db: Database, id: string, executedAt: number): void {
  db.run(
    `UPDATE tasks SET status = CASE WHEN errorMessage IS NULL THEN 'SUCCESS' ELSE 'FAILED' END, executedAt = ? WHERE id = ?`,
    executedAt,
    id,
  );
}
