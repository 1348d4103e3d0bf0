import * as z from 'zod/mini';
import { parseProperties } from '../bindings/suggestions/properties.ts';
import { Failure, type FailureCode } from '../failures.ts';
import { parse } from '../parsing.ts';
import type { Api } from '../api/client.ts';
import { type BackgroundTask, getTask } from '../api/tasks.ts';

const present = z.string().check(z.minLength(1));
const taskId = z.string().check(z.regex(/^[\w-]{1,100}$/));
const reportFile = z.object({
  projectKey: present,
  serverUrl: present,
  ceTaskId: taskId,
  ceTaskUrl: present,
});

/**
 * Parses the text of a `report-task.txt`, which a scanner leaves in its working folder, and returns the task that it
 * queued. Code that the build runs can change the file, so only the project and the task are used, for requests to
 * `baseUrl`. The address in the file is only compared.
 * @throws {Failure} `malformed`, with `path`, for an incomplete or different file, `wrongOrigin` for another platform's
 */
export function parseReportTask(
  text: string,
  path: string,
  baseUrl: string,
): { project: string; taskId: string } {
  const fields = Object.fromEntries(parseProperties(text));
  const { projectKey, serverUrl, ceTaskId, ceTaskUrl } = parse(reportFile, fields, path);
  // The scanner writes this line last, so it shows whether the file is complete.
  if (idIn(ceTaskUrl) !== ceTaskId)
    throw new Failure(
      'malformed',
      `${path}: ceTaskUrl does not name the task ${ceTaskId}; is the file cut off?`,
    );
  const origin = originOf(serverUrl);
  // The address may contain credentials, so only its origin is quoted.
  if (origin !== originOf(baseUrl))
    throw new Failure(
      'wrongOrigin',
      `${path} was written by an analysis for ${origin ?? 'an invalid address'}, but the connection is to ${baseUrl}`,
    );
  return { project: projectKey, taskId: ceTaskId };
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function idIn(address: string): string | undefined {
  return URL.canParse(address) ? (new URL(address).searchParams.get('id') ?? undefined) : undefined;
}

interface WaitOptions {
  /** Milliseconds that the task may take. 0: it must have ended already. */
  readonly timeoutMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves after this time; rejects when the signal aborts. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds before the second request. The pauses grow from there. Default 500. */
  readonly firstPauseMs?: number;
  /** Called with each new state and with each new failure of a request, and every half minute in the same state. */
  readonly onWait?: (state: string, elapsedMs: number) => void;
}

/** Failures that may be over at the next request. */
const passing: ReadonlySet<FailureCode> = new Set([
  'unreachable',
  'timeout',
  'rateLimited',
  'unavailable',
  'serverError',
]);

const running: ReadonlySet<string> = new Set(['PENDING', 'IN_PROGRESS']);
/** Milliseconds between two requests: the first is short for small projects, the last spares a busy platform. */
const defaultFirstPauseMs = 500;
const longestPause = 5000;
const reportEveryMs = 30_000;

/**
 * Returns the task once it has ended, with any status, or as it is when the time is over. Requests are repeated while
 * the platform is unreachable.
 * @throws the `Failure` of the last request when the time is over, and at once a failure that waiting cannot end.
 */
export async function waitForTask(
  api: Api,
  id: string,
  { timeoutMs, now, pause, firstPauseMs = defaultFirstPauseMs, onWait }: WaitOptions,
): Promise<BackgroundTask> {
  const start = now();
  let reported = '';
  for (let delay = firstPauseMs; ; delay = Math.min(delay * 1.5, longestPause)) {
    const outcome = await getTask(api, id).catch((error: unknown) => passingFailure(error));
    const isFailure = outcome instanceof Failure;
    if (!isFailure && !running.has(outcome.status)) return outcome;
    const elapsed = now() - start;
    const left = timeoutMs - elapsed;
    const wait = Math.max(delay, isFailure ? (outcome.retryAfterMs ?? 0) : 0);
    if (left <= 0) {
      if (isFailure) throw outcome;
      return outcome;
    }
    const state = isFailure ? outcome.message : outcome.status;
    const report = `${Math.floor(elapsed / reportEveryMs)} ${state}`;
    if (report !== reported) onWait?.(state, elapsed);
    reported = report;
    await pause(Math.min(wait, left));
  }
}

export function isRunning({ status }: Pick<BackgroundTask, 'status'>): boolean {
  return running.has(status);
}

function passingFailure(error: unknown): Failure {
  if (error instanceof Failure && passing.has(error.code)) return error;
  throw error;
}
