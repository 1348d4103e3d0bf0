import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import { encodeReport, type Report } from '../analysis/report.ts';

export interface AnalysisOutcome {
  readonly taskId: string;
  readonly status: 'SUCCESS' | 'FAILED';
  /** Status of the gate after the analysis. */
  readonly gate: string;
}

const submitted = z.object({ taskId: z.string() });
const taskAnswer = z.object({ task: z.object({ status: z.string(), errorMessage: z.optional(z.string()) }) });
const gateAnswer = z.object({ projectStatus: z.object({ status: z.string() }) });

/**
 * Sends a report to a platform and waits for the end of the task and the gate's status.
 *
 * @param organization required by a platform in cloud mode
 */
export async function submitReport(
  url: string,
  token: string,
  report: Report,
  organization?: string,
): Promise<AnalysisOutcome> {
  const { projectKey, branch, pullRequest } = report;
  const form = new FormData();
  form.set('projectKey', projectKey);
  if (organization !== undefined) form.set('organization', organization);
  if (branch !== undefined || pullRequest) form.set('characteristic', pullRequest ? 'pullRequest' : 'branch');
  form.set('report', new Blob([new Uint8Array(await encodeReport(report))]), 'report.json.gz');
  const { taskId } = submitted.parse(await call(url, token, 'api/ce/submit', form));
  const status = await ended(url, token, taskId);
  const query = new URLSearchParams({
    projectKey,
    ...(pullRequest ? { pullRequest: pullRequest.key } : branch === undefined ? {} : { branch }),
  });
  const gate = gateAnswer.parse(
    await call(url, token, `api/qualitygates/project_status?${query.toString()}`),
  );
  return { taskId, status, gate: gate.projectStatus.status };
}

async function ended(url: string, token: string, taskId: string): Promise<'SUCCESS' | 'FAILED'> {
  for (let delay = 5; ; delay = Math.min(delay * 2, 500)) {
    const { task } = taskAnswer.parse(await call(url, token, `api/ce/task?id=${encodeURIComponent(taskId)}`));
    if (task.status === 'SUCCESS') return 'SUCCESS';
    if (task.status === 'FAILED') return 'FAILED';
    await wait(delay);
  }
}

async function call(url: string, token: string, path: string, body?: FormData): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}/${path}`, {
      // Every version accepts Basic authentication with an empty password.
      headers: { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
      ...(body ? { method: 'POST', body } : {}),
      redirect: 'error',
    });
  } catch (error) {
    throw new Failure('unreachable', `${url} can't be reached: ${messageOf(error)}`, { cause: error });
  }
  const text = await response.text();
  if (response.status === 401) throw new Failure('unauthorized', 'The token is refused', { status: 401 });
  if (!response.ok)
    throw new Failure('badRequest', `${path} answered ${response.status}: ${text}`, {
      status: response.status,
    });
  return JSON.parse(text);
}
