import { setTimeout as pause } from 'node:timers/promises';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { searchAnalyses } from '../../core/api/analyses.ts';
import type { Api } from '../../core/api/client.ts';
import { queuedTasks, type BackgroundTask } from '../../core/api/tasks.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { CliError, invalidOptions } from '../exitCodes.ts';
import type { ProjectScope } from '../failedCall.ts';
import type { ScopeOptions } from '../options.ts';
import type { Context } from '../program.ts';
import { projectOf } from './findProject.ts';
import { isRunning, parseReportTask, waitForTask } from '../../core/ci/analysisTask.ts';
import { readInside } from '../../node/files/realPath.ts';
import { systemCodeOf } from '../../node/systemError.ts';

/** The gate to read: that of an analysis, or the live one of a project, branch or pull request. */
interface AnalyzedScope extends ProjectScope {
  readonly analysisId?: string | undefined;
}

export interface AnalysisOptions extends ScopeOptions {
  readonly wait?: true;
  readonly task?: string;
  readonly reportTask?: string;
}

type TimedOptions = AnalysisOptions & { readonly timeoutMs: number };

/** Returns the gate to read: that of the task, if there is one, once it has ended. `stop` also has to stop `api`. */
export async function analyzedScope(
  context: Context,
  api: Api,
  options: TimedOptions,
  stop: AbortSignal,
): Promise<AnalyzedScope> {
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
  const named = await endedTask(context, api, id, options, stop);
  const project =
    options.project ?? report?.project ?? named.componentKey ?? (await projectOf(cwd, undefined));
  const other = otherScope({ project, branch, pullRequest }, named);
  if (other !== undefined) throw new CliError(`The analysis ${id} belongs to ${other}.`);
  const isNamed = branch !== undefined || pullRequest !== undefined;
  const task = isNamed ? await newestTask(context, api, project, named, options, stop) : named;
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
function otherScope(asked: AnalyzedScope, task: BackgroundTask): string | undefined {
  if (task.componentKey !== undefined && task.componentKey !== asked.project)
    return `${task.componentKey}, not to ${asked.project}`;
  // Only platforms with branches name the main branch.
  const isOther =
    asked.pullRequest !== task.pullRequest ||
    (task.pullRequest === undefined && task.branch !== undefined && asked.branch !== task.branch);
  if (!isOther || (asked.branch === undefined && asked.pullRequest === undefined)) return undefined;
  return `${partOf(task)}, not to ${partOf(asked)}`;
}

function partOf({ branch, pullRequest }: Pick<AnalyzedScope, 'branch' | 'pullRequest'>): string {
  if (pullRequest !== undefined) return `the pull request ${pullRequest}`;
  return branch === undefined ? 'the main branch' : `the branch ${branch}`;
}

/**
 * Returns the task of the newest analysis of the branch or pull request: the given task, or one that was queued later.
 * The code under analysis may have written the report, and must not pass with the gate of its own earlier state.
 *
 * @throws {CliError} if there is a newer analysis that is not in the queue any more.
 */
async function newestTask(
  context: Context,
  api: Api,
  project: string,
  task: BackgroundTask,
  options: TimedOptions,
  stop: AbortSignal,
): Promise<BackgroundTask> {
  const { branch, pullRequest } = task;
  const whole = { ...task, branch: branch ?? options.branch };
  try {
    const queue = await queuedTasks(api, project);
    const later = queue.findLast((other) => other.branch === branch && other.pullRequest === pullRequest);
    if (later) {
      context.terminal.say(`${later.id} is a later analysis of ${partOf(whole)}.`);
      const ended = await endedTask(context, api, later.id, options, stop);
      return await newestTask(context, api, project, ended, options, stop);
    }
    const query = { project, branch: whole.branch, pullRequest, pageSize: 1 };
    const [newest] = (await searchAnalyses(api, query)).items;
    if (newest && newest.key !== task.analysisId)
      throw new CliError(
        `The analysis ${task.id} is not the newest of ${partOf(whole)}: that is from ${newest.date}.`,
        { fix: 'For the current gate, omit --task, --report-task and --wait.' },
      );
  } catch (error) {
    // A token that may only analyze. It still gets the gate.
    if (!Failure.is(error, 'forbidden')) throw error;
    context.terminal.warn(
      `The token has no permission to see whether the analysis ${task.id} is the newest of ${partOf(whole)}.`,
    );
  }
  return task;
}

/** @throws {CliError} for a task that has failed, was cancelled, or has not ended in time. */
async function endedTask(
  { terminal }: Context,
  api: Api,
  id: string,
  { wait, timeoutMs }: TimedOptions,
  stop: AbortSignal,
): Promise<BackgroundTask> {
  const task = await waitForTask(api, id, {
    timeoutMs: wait ? timeoutMs : 0,
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds, undefined, { signal: stop }),
    onWait: (state, elapsedMs) => {
      // Shows in the log of a build that the command is alive.
      terminal.say(`Waiting for the analysis (${id}): ${state}, ${Math.round(elapsedMs / 1000)} s`);
    },
  });
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

/** The places where the scanners of the command line, Maven, Gradle and .NET leave the file. */
const reportTaskPlaces = ['.scannerwork', 'target/sonar', 'build/sonar', '.sonarqube/out/.sonar'];
const reportTaskName = 'report-task.txt';

function findReportTask(cwd: string): string | undefined {
  return reportTaskPlaces
    .map((place) => join(place, reportTaskName))
    .find((path) => {
      try {
        return readInside(cwd, path) !== undefined;
      } catch {
        // A link or a folder in the place of the file is the same as no file: the user can name another one.
        return false;
      }
    });
}

/** Reads the report of an analysis. @throws {CliError} if it is absent, a link, incomplete, or not from `baseUrl` */
function readReportTask(cwd: string, path: string, baseUrl: string): ReturnType<typeof parseReportTask> {
  const file = resolve(cwd, path);
  const bytes = bytesOf(file, path);
  if (bytes === undefined)
    throw new CliError(`${path} does not exist.`, {
      fix: 'Run the scanner first. It prints the path of its report-task.txt.',
    });
  try {
    return parseReportTask(bytes.toString('utf8'), path, baseUrl);
  } catch (cause) {
    const isOther = Failure.is(cause, 'wrongOrigin');
    throw new CliError(`${messageOf(cause)}.`, {
      fix: isOther
        ? 'Check the address of the platform (SERVICE_URL). If one platform has two addresses, name the task instead: --task ID.'
        : 'Run the analysis again, or name its task with --task ID.',
      cause,
    });
  }
}

function bytesOf(file: string, path: string): Buffer | undefined {
  try {
    return readInside(realpathSync.native(dirname(file)), basename(file));
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return undefined;
    throw new CliError(`${path} could not be read: ${messageOf(cause)}.`, { cause });
  }
}
