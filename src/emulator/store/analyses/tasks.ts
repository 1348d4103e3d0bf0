import * as z from 'zod/mini';
import type { Database } from '../database.ts';

const taskStatuses = ['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const;

const taskRow = z.object({
  id: z.string(),
  projectId: z.string(),
  status: z.enum(taskStatuses),
  executedAt: z.nullable(z.number()),
  analysisId: z.nullable(z.string()),
  branchId: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
});
export type Task = Readonly<z.infer<typeof taskRow>>;

const reportRow = z.object({ report: z.nullable(z.instanceof(Uint8Array)) });

const columns = 'id, projectId, status, executedAt, analysisId, branchId, errorMessage';

/** Returns a background task without its report, which can be large. */
export const taskById = (db: Database, id: string): Task | undefined =>
  db.get(taskRow, `SELECT ${columns} FROM tasks WHERE id = ?`, id);

/** Returns the tasks of a project, newest first. */
export const tasksOf = (db: Database, projectId: string, limit: number): Task[] =>
  db.all(
    taskRow,
    `SELECT ${columns} FROM tasks WHERE projectId = ? ORDER BY submittedAt DESC, rowid DESC LIMIT ?`,
    projectId,
    limit,
  );

/** Returns the tasks that an earlier process accepted and did not finish, oldest first. */
export const unfinishedTasks = (db: Database): Task[] =>
  db.all(
    taskRow,
    `SELECT ${columns} FROM tasks WHERE status IN ('PENDING', 'IN_PROGRESS') ORDER BY submittedAt, rowid`,
  );

/** Adds a task. Its report stays in the store until the task ends, so that an accepted report survives a crash. */
export function addTask(
  db: Database,
  task: Pick<Task, 'id' | 'projectId'> & { readonly submittedAt: number; readonly report: Uint8Array },
): void {
  db.insert('tasks', { ...task, status: 'PENDING' });
}

/** Returns the uploaded report of a task; undefined once the task has ended. */
export const reportOf = (db: Database, id: string): Uint8Array | undefined =>
  db.get(reportRow, 'SELECT report FROM tasks WHERE id = ?', id)?.report ?? undefined;

export function startTask(db: Database, id: string): void {
  db.run(`UPDATE tasks SET status = 'IN_PROGRESS' WHERE id = ?`, id);
}

/** Stores the outcome of a task and deletes its report, so that a restart cannot apply it twice. */
export function recordOutcome(
  db: Database,
  id: string,
  { analysisId = null, branchId = null, errorMessage = null }: Partial<Task>,
): void {
  db.run(
    'UPDATE tasks SET report = NULL, analysisId = ?, branchId = ?, errorMessage = ? WHERE id = ?',
    analysisId,
    branchId,
    errorMessage,
    id,
  );
}

/** Sets the end status: FAILED when an error was recorded, else SUCCESS. */
export function endTask(db: Database, id: string, executedAt: number): void {
  db.run(
    `UPDATE tasks SET status = CASE WHEN errorMessage IS NULL THEN 'SUCCESS' ELSE 'FAILED' END, executedAt = ? WHERE id = ?`,
    executedAt,
    id,
  );
}
