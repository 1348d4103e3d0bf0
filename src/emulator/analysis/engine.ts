import { messageOf } from '../../core/failures.ts';
import type { ServerContext } from '../serverContext.ts';
import { newId } from '../store/database.ts';
import {
  addBranch,
  branchByName,
  mainBranchOf,
  projectById,
  type Branch,
  type Project,
} from '../store/projects.ts';
import {
  addTask,
  endTask,
  recordOutcome,
  reportOf,
  startTask,
  taskById,
  unfinishedTasks,
} from '../store/analyses/tasks.ts';
import { applyReport, ReportRefused, type AppliedReport } from './apply.ts';
import { decodeReport, type Report } from '../report.ts';

type EngineContext = Pick<ServerContext, 'db' | 'brand' | 'dialect' | 'now' | 'onError'>;

/** A processed task. Listeners receive it before the task gets its end status. */
export interface ProcessedTask {
  readonly taskId: string;
  readonly project: Project;
  readonly branch: Branch;
  readonly report: Report;
  readonly applied?: AppliedReport;
}

/** Processes reports in turn. A listener delays the end of its task, as on a real server, but never the next task. */
export class AnalysisEngine {
  readonly #server: EngineContext;
  readonly #listen: (task: ProcessedTask) => Promise<void>;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #ending = new Set<Promise<void>>();
  #stopped = false;

  constructor(server: EngineContext, listen: (task: ProcessedTask) => Promise<void>) {
    this.#server = server;
    this.#listen = listen;
  }

  /** Resumes the tasks that an earlier process did not finish. */
  start(): void {
    for (const { id } of unfinishedTasks(this.#server.db)) this.#enqueue(id);
  }

  submit(project: Project, report: Uint8Array): string {
    const { db, now } = this.#server;
    const id = newId();
    addTask(db, { id, projectId: project.id, submittedAt: now(), report });
    this.#enqueue(id);
    return id;
  }

  async idle(): Promise<void> {
    await this.#queue;
    await Promise.all(this.#ending);
  }

  /** Finishes the current task; the others stay for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.idle();
  }

  #enqueue(taskId: string): void {
    this.#queue = this.#queue.then(() => this.#work(taskId)).catch(this.#server.onError);
  }

  async #work(taskId: string): Promise<void> {
    const { db, now } = this.#server;
    const task = this.#stopped ? undefined : taskById(db, taskId);
    const project = task && projectById(db, task.projectId);
    if (!project) return;
    startTask(db, taskId);
    const bytes = reportOf(db, taskId);
    // A task without a report recorded its outcome before a crash: only its end status is missing.
    const processed = bytes && (await this.#process(taskId, project, bytes));
    const ending = Promise.resolve(processed && this.#listen(processed))
      .catch(this.#server.onError)
      .then(() => endTask(db, taskId, now()));
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  async #process(taskId: string, project: Project, bytes: Uint8Array): Promise<ProcessedTask | undefined> {
    const { db } = this.#server;
    const report = await decodeReport(bytes);
    if (!report) {
      recordOutcome(db, taskId, { errorMessage: 'The report cannot be read' });
      return undefined;
    }
    const branch = this.#branchOf(project, report);
    try {
      const applied = db.transaction(() => {
        const result = applyReport(this.#server, project, branch, report);
        recordOutcome(db, taskId, { analysisId: result.analysis.id, branchId: branch.id });
        return result;
      });
      return { taskId, project, branch, report, applied };
    } catch (error) {
      if (!(error instanceof ReportRefused)) this.#server.onError(error);
      recordOutcome(db, taskId, { branchId: branch.id, errorMessage: messageOf(error) });
      return { taskId, project, branch, report };
    }
  }

  #branchOf(project: Project, report: Report): Branch {
    const { db } = this.#server;
    const main = mainBranchOf(db, project.id);
    const { pullRequest, branch: name } = report;
    const kind = pullRequest ? 'PULL_REQUEST' : 'BRANCH';
    const wanted = pullRequest?.key ?? name ?? main.name;
    const known = branchByName(db, project.id, kind, wanted);
    if (known) return known;
    return addBranch(db, {
      projectId: project.id,
      name: wanted,
      kind,
      isMain: 0,
      title: pullRequest?.branch ?? null,
      source: pullRequest?.branch ?? null,
      target: pullRequest ? (pullRequest.base ?? main.name) : null,
    });
  }
}
