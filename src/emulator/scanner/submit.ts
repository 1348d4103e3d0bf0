import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Api } from '../../core/api/client.ts';
import { getProjectGate } from '../../core/api/qualityGates.ts';
import { isRunning, waitForTask } from '../../core/ci/analysisTask.ts';
import { FixableError } from '../../node/process/newerNode.ts';
import { encodeReport, type Report } from '../report.ts';
import { noLog } from '../../core/log.ts';
import { createHttp } from '../../node/http/createHttp.ts';

/** Returns a client of the platform that the user runs or names, for the commands that call it. */
export function platformApi(baseUrl: string, token: string): Api {
  return new Api({ http: createHttp(), log: noLog, baseUrl, userAgent: 'service-cli', token });
}

export interface AnalysisOutcome {
  readonly taskId: string;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly gate: string;
}

interface SubmitOptions {
  /** Required by a platform in cloud mode. */
  readonly organization?: string | undefined;
  /** Time that the analysis may take on the platform, milliseconds. */
  readonly timeoutMs?: number;
  /** Called with each new state of the task, and every half minute in the same state. */
  readonly onWait?: (taskId: string, state: string, elapsedMs: number) => void;
}

/** Default of `timeoutMs`, in seconds. */
export const analysisSeconds = 300;
/** An analysis of a small project ends within milliseconds. */
const firstPauseMs = 5;

const submitted = z.object({ taskId: z.string() });

/** Time in which a report is sent and stored, milliseconds. It may have 10 MiB. */
const uploadMs = 120_000;

/** @throws {FixableError} if the analysis has not ended in time or was canceled. */
export async function submitReport(
  url: string,
  token: string,
  report: Report,
  { organization, timeoutMs = analysisSeconds * 1000, onWait }: SubmitOptions = {},
): Promise<AnalysisOutcome> {
  const { projectKey, branch, pullRequest } = report;
  const form = new FormData();
  form.set('projectKey', projectKey);
  if (organization !== undefined) form.set('organization', organization);
  if (branch !== undefined || pullRequest) form.set('characteristic', pullRequest ? 'pullRequest' : 'branch');
  form.set('report', new Blob([new Uint8Array(await encodeReport(report))]), 'report.json.gz');
  const api = platformApi(url, token);
  const encoded = new Response(form);
  const type = encoded.headers.get('Content-Type') ?? '';
  const body = { type, bytes: new Uint8Array(await encoded.arrayBuffer()) };
  const { taskId } = await api.with({ timeoutMs: uploadMs }).postBytes('api/ce/submit', body, submitted);
  const { status } = await waitForTask(api, taskId, {
    timeoutMs,
    firstPauseMs,
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds),
    onWait: (state, elapsedMs) => onWait?.(taskId, state, elapsedMs),
  });
  if (isRunning({ status }))
    throw new FixableError(
      `The analysis ${taskId} is still ${status} after ${timeoutMs / 1000} seconds.`,
      `Wait longer with --timeout SECONDS, or run later: service-cli gate status --project ${projectKey} --wait --task ${taskId}`,
    );
  if (status !== 'SUCCESS' && status !== 'FAILED')
    throw new FixableError(
      `The analysis ${taskId} ended with ${status}.`,
      'See the background tasks of the project on the platform.',
    );
  const part = pullRequest ? { pullRequest: pullRequest.key } : { branch };
  const gate = await getProjectGate(api, { project: projectKey, ...part });
  return { taskId, status, gate: gate.status };
}
