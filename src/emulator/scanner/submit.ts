import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Api } from '../../core/api/client.ts';
import { getProjectGate } from '../../core/api/qualityGates.ts';
import { getTask } from '../../core/api/tasks.ts';
import { encodeReport, type Report } from '../analysis/report.ts';
import { noLog } from '../../core/log.ts';
import { createHttp } from '../../node/http/createHttp.ts';

/** Returns a client of the platform that the user runs or names, for the commands that call it. */
export function platformApi(baseUrl: string, token: string): Api {
  return new Api({ http: createHttp(), log: noLog, baseUrl, userAgent: 'service-cli', token });
}

export interface AnalysisOutcome {
  readonly taskId: string;
  readonly status: 'SUCCESS' | 'FAILED';
  /** Status of the gate after the analysis. */
  readonly gate: string;
}

const submitted = z.object({ taskId: z.string() });

/** Time in which a report is sent and stored, milliseconds. It may have 10 MiB. */
const uploadMs = 120_000;

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
  const api = platformApi(url, token);
  const { taskId } = await send(api, form);
  const status = await ended(api, taskId);
  const part = pullRequest ? { pullRequest: pullRequest.key } : { branch };
  const gate = await getProjectGate(api, { project: projectKey, ...part });
  return { taskId, status, gate: gate.status };
}

async function send(api: Api, form: FormData): Promise<z.output<typeof submitted>> {
  const encoded = new Response(form);
  const body = {
    type: encoded.headers.get('Content-Type') ?? '',
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
  return api.postBytes('api/ce/submit', body, submitted, { timeoutMs: uploadMs });
}

async function ended(api: Api, taskId: string): Promise<'SUCCESS' | 'FAILED'> {
  for (let delay = 5; ; delay = Math.min(delay * 2, 500)) {
    const { status } = await getTask(api, taskId);
    if (status === 'SUCCESS' || status === 'FAILED') return status;
    await wait(delay);
  }
}
