import * as z from 'zod/mini';
import type { Api } from './client.ts';

const task = z.object({
  id: z.string(),
  /** `PENDING`, `IN_PROGRESS`, `SUCCESS`, `FAILED`, `CANCELED`, or a status of a later version. */
  status: z.string(),
  componentKey: z.optional(z.string()),
  /** Present once the task has succeeded. */
  analysisId: z.optional(z.string()),
  /** Absent for the main branch. */
  branch: z.optional(z.string()),
  pullRequest: z.optional(z.string()),
  errorMessage: z.optional(z.string()),
});
export type BackgroundTask = z.output<typeof task>;

const taskAnswer = z.object({ task });

/** Returns the background task that processes the report of one analysis. Rejects with `notFound` for an unknown id. */
export async function getTask(api: Api, id: string): Promise<BackgroundTask> {
  return (await api.get('api/ce/task', { id }, taskAnswer)).task;
}

const queueAnswer = z.object({ queue: z.array(task) });

/** Returns the tasks of a project that have not ended, in the order in which they were submitted. */
export async function queuedTasks(api: Api, project: string): Promise<readonly BackgroundTask[]> {
  return (await api.get('api/ce/component', { component: project }, queueAnswer)).queue;
}
