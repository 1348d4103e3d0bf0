import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../core/api/client.ts';
import type { BackgroundTask } from '../../core/api/tasks.ts';
import { githubAnnotations, gitlabCodeQuality } from '../../core/ci/gateAnnotations.ts';
import { gateMarkdown } from '../../core/ci/gateMarkdown.ts';
import { readGateReport, type GateReport } from '../../core/ci/gateReport.ts';
import { gateSarif } from '../../core/ci/gateSarif.ts';
import { isRunning, waitForTask } from '../../core/ci/waitForTask.ts';
import { Failure } from '../../core/failures.ts';
import { printableJson, withoutBuildCommands } from '../../core/printable.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { projectOf } from '../project/projectOf.ts';
import { openPlatform, version } from '../session.ts';
import { failedRequest } from '../words.ts';
import { gateText } from './gateText.ts';
import { findReportTask, readReportTask } from './reportTaskFile.ts';

export interface GateStatusOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
  readonly wait?: true;
  /** Seconds. */
  readonly timeout: string;
  readonly task?: string;
  readonly reportTask?: string;
  readonly sarif?: true;
  readonly markdown?: true;
  readonly annotations?: 'github' | 'gitlab';
}

/** Causes per condition: a person reads the first ones, a program wants a page. */
const limits = { text: 10, program: 500 } as const;

/**
 * Prints the status of a gate, after the analysis whose task or report is given, or as it is now.
 *
 * @returns 0 for a gate that passed, 52 for one that failed, 1 for every other status, 130 when `stop` aborted.
 * @throws {CliError} where the status cannot be determined, with exit code 1.
 */
export async function gateStatus(
  context: Context,
  options: GateStatusOptions,
  stop: AbortSignal,
): Promise<ExitCode> {
  const timeoutMs = timeoutOf(options);
  const { session, terminal } = context;
  const { api, platform } = await openPlatform(session);
  try {
    const scope = await analysedScope(context, api, { ...options, timeoutMs }, stop);
    const report = await terminal.during(
      'Reading the quality gate',
      readGateReport(
        api,
        {
          ...scope,
          organization: platform.organization,
          limit: isForPrograms(context, options) ? limits.program : limits.text,
          onMissing: (metric, failure) => {
            terminal.warn(`The causes of ${metric} could not be read: ${failure.message}`);
          },
        },
        { signal: stop },
      ),
    );
    print(context, report, options);
    return exitCodeOf(context, report);
  } catch (cause) {
    if (stop.aborted) throw new CliError('Interrupted.', { exitCode: exitCodes.interrupted, cause });
    throw worded(cause, platform.baseUrl);
  }
}

function timeoutOf({ timeout }: GateStatusOptions): number {
  const seconds = Number(timeout);
  if (timeout.trim() === '' || !Number.isFinite(seconds) || seconds < 0 || seconds > 86_400)
    throw invalidOptions(`--timeout ${timeout} is not a number of seconds up to 86400`);
  return seconds * 1000;
}

interface AnalysedScope {
  readonly project: string;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
  readonly analysisId?: string | undefined;
}

/** Returns the gate to read. If there is a task, its analysis decides, once it has ended. */
async function analysedScope(
  context: Context,
  api: Api,
  options: GateStatusOptions & { readonly timeoutMs: number },
  stop: AbortSignal,
): Promise<AnalysedScope> {
  const { cwd } = context.terminal.host;
  const { branch, pullRequest } = options;
  const file =
    options.reportTask ?? (options.wait && options.task === undefined ? findReportTask(cwd) : undefined);
  const report = file === undefined ? undefined : readReportTask(cwd, file, api.baseUrl);
  const id = options.task ?? report?.taskId;
  if (id === undefined) {
    if (options.wait)
      throw invalidOptions('--wait requires --task ID or --report-task FILE; no report-task.txt was found');
    return { project: await projectOf(cwd, options.project), branch, pullRequest };
  }
  const task = await endedTask(context, api, id, options, stop);
  const project =
    options.project ?? report?.project ?? task.componentKey ?? (await projectOf(cwd, undefined));
  const other = otherScope({ project, branch, pullRequest }, task);
  if (other) throw new CliError(`The analysis ${id} belongs to ${other.done}, not to ${other.asked}.`);
  return {
    project,
    branch: task.branch ?? branch,
    pullRequest: task.pullRequest ?? pullRequest,
    analysisId: task.analysisId,
  };
}

/**
 * Says how the analysis differs from what the user asked for; undefined if it does not. The code under analysis may have
 * written the report that names the task, and must not pass with the gate of another branch.
 */
function otherScope(
  asked: AnalysedScope,
  task: BackgroundTask,
): { readonly done: string; readonly asked: string } | undefined {
  if (task.componentKey !== undefined && task.componentKey !== asked.project)
    return { done: task.componentKey, asked: asked.project };
  // Only platforms with branches name the main branch.
  const isOther =
    asked.pullRequest !== task.pullRequest ||
    (task.pullRequest === undefined && task.branch !== undefined && asked.branch !== task.branch);
  if (!isOther || (asked.branch === undefined && asked.pullRequest === undefined)) return undefined;
  return { done: partOf(task), asked: partOf(asked) };
}

function partOf({ branch, pullRequest }: Pick<AnalysedScope, 'branch' | 'pullRequest'>): string {
  if (pullRequest !== undefined) return `the pull request ${pullRequest}`;
  return branch === undefined ? 'the main branch' : `the branch ${branch}`;
}

/** @throws {CliError} for a task that has failed, was cancelled, or has not ended in time. */
async function endedTask(
  { terminal }: Context,
  api: Api,
  id: string,
  { wait, timeoutMs }: { readonly wait?: true; readonly timeoutMs: number },
  stop: AbortSignal,
): Promise<BackgroundTask> {
  let said = '';
  const waiting = waitForTask(
    api,
    id,
    {
      timeoutMs: wait ? timeoutMs : 0,
      now: () => performance.now(),
      pause: (milliseconds) => pause(milliseconds, undefined, { signal: stop }),
      onWait: (state, elapsedMs) => {
        // A line per state, and one every half minute, so that a build log shows that the command is alive.
        const line = `${state} ${Math.floor(elapsedMs / 30_000)}`;
        if (line !== said)
          terminal.say(`Waiting for the analysis (${id}): ${state}, ${Math.round(elapsedMs / 1000)} s`);
        said = line;
      },
    },
    { signal: stop },
  );
  const task = await waiting;
  if (isRunning(task))
    throw wait
      ? new CliError(`The analysis ${id} is still ${task.status} after ${timeoutMs / 1000} seconds.`, {
          fix: 'Wait longer with --timeout SECONDS, or see the background tasks of the project on the platform.',
        })
      : new CliError(`The analysis ${id} is still ${task.status}.`, {
          fix: 'To wait for its end, pass --wait.',
        });
  if (task.status !== 'SUCCESS')
    throw new CliError(
      `The analysis ${id} ended with ${task.status}${task.errorMessage === undefined ? '' : `: ${task.errorMessage}`}`,
      { fix: 'See the background tasks of the project on the platform.' },
    );
  return task;
}

function isForPrograms({ terminal }: Context, { sarif, annotations }: GateStatusOptions): boolean {
  return terminal.json || sarif === true || annotations !== undefined;
}

/** Writes the whole report at once, so that a failure leaves no part of it. */
function print(
  { terminal }: Context,
  report: GateReport,
  { sarif, markdown, annotations }: GateStatusOptions,
): void {
  const { stdout } = terminal.host;
  if (sarif) stdout.write(`${printableJson(gateSarif(report, version))}\n`);
  else if (markdown) stdout.write(withoutBuildCommands(gateMarkdown(report)));
  else if (annotations === 'github') stdout.write(githubAnnotations(report));
  else if (annotations === 'gitlab') stdout.write(`${printableJson(gitlabCodeQuality(report))}\n`);
  else terminal.answer(report, () => gateText(report, terminal));
}

function exitCodeOf({ terminal }: Context, { status, project }: GateReport): ExitCode {
  if (status === 'OK') return exitCodes.fine;
  if (status === 'ERROR') return exitCodes.failedGate;
  terminal.fail(
    status === 'NONE'
      ? `${project} has no quality gate status.`
      : `The platform answered the status ${status}, which this version does not know.`,
    status === 'NONE' ? 'Analyze the project, and check that it has a quality gate.' : undefined,
  );
  return exitCodes.failed;
}

/** The message of a refused request names the key or the rule, in the platform's words. */
function worded(cause: unknown, baseUrl: string): unknown {
  if (!Failure.is(cause)) return cause;
  const isExplained = cause.code === 'notFound' || cause.code === 'badRequest';
  return isExplained
    ? new CliError(`${baseUrl}: ${cause.message}`, { cause })
    : failedRequest(cause, baseUrl);
}
