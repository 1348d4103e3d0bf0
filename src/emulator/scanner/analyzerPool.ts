import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../../core/failures.ts';
import type { WorkerAnswer } from './analyzerWorker.ts';
import { createAnalyzer } from './analyzer.ts';
import type { AnalyzedFile, SourceFile } from '../report.ts';

interface Job {
  readonly file: SourceFile;
  readonly resolve: (analyzed: AnalyzedFile) => void;
  readonly reject: (failure: Failure) => void;
}

/** Analyzers in threads, each started by the first file that needs it. Idle ones do not keep the process alive. */
export class AnalyzerPool {
  readonly #size: number;
  readonly #waiting: Job[] = [];
  readonly #threads = new Map<Worker, Job | undefined>();

  constructor(size: number) {
    this.#size = size;
  }

  /** @throws {Failure} when the analyzers cannot be loaded or crash while they analyze the file. */
  async analyze(file: SourceFile): Promise<AnalyzedFile> {
    // Only the bundler knows where it put the worker, so the worker's module exports its path.
    const { workerFile } = await import('./analyzerWorker.ts');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ file, resolve, reject });
      const isBusy = [...this.#threads.values()].every((job) => job !== undefined);
      if (isBusy && this.#threads.size < this.#size) this.#start(workerFile);
      this.#assign();
    });
  }

  /** Ends every thread; jobs in progress and waiting jobs are rejected. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    const left = [...threads.flatMap(([, job]) => job ?? []), ...this.#waiting.splice(0)];
    this.#threads.clear();
    for (const { reject } of left) reject(new Failure('cancelled', 'The analysis was cancelled'));
    await Promise.all(threads.map(([thread]) => thread.terminate()));
  }

  #start(workerFile: string): void {
    const thread = new Worker(workerFile);
    this.#threads.set(thread, undefined);
    thread.on('message', (answer: WorkerAnswer) => {
      const job = this.#threads.get(thread);
      this.#threads.set(thread, undefined);
      thread.unref();
      this.#assign();
      if ('analyzed' in answer) job?.resolve(answer.analyzed);
      else job?.reject(new Failure('malformed', `${job.file.path} cannot be analyzed: ${answer.error}`));
    });
    thread.on('error', (error) => {
      const job = this.#threads.get(thread);
      this.#threads.delete(thread);
      const cause = messageOf(error);
      job?.reject(new Failure('malformed', `The analyzer crashed on ${job.file.path}: ${cause}`));
      // Waiting jobs go to another thread, or to a new one if this was the only thread.
      if (this.#threads.size === 0 && this.#waiting.length > 0) this.#start(workerFile);
      this.#assign();
    });
  }

  #assign(): void {
    for (const [thread, job] of this.#threads) {
      if (job) continue;
      const next = this.#waiting.shift();
      if (!next) return;
      this.#threads.set(thread, next);
      thread.ref();
      thread.postMessage(next.file);
    }
  }
}

/** Loading the analyzers takes about as long as analyzing this number of files. */
const worthAThread = 40;

/** Leaves one processor to the caller, which searches for duplications meanwhile. Each thread takes half a gigabyte. */
const threads = (): number => Math.min(Math.max(availableParallelism() - 1, 1), 4);

/** Analyses files and returns the results in their order. Uses several processors when there are many files. */
export async function analyzeAll(
  files: readonly SourceFile[],
  onAnalyzed: (done: number) => void,
): Promise<AnalyzedFile[]> {
  if (files.length <= worthAThread) {
    const analyze = await createAnalyzer();
    const analyzed: AnalyzedFile[] = [];
    for (const file of files) {
      onAnalyzed(analyzed.push(analyze(file)));
      // Signals arrive only between two turns of the event loop.
      await nextTurn();
    }
    return analyzed;
  }
  const pool = new AnalyzerPool(Math.min(threads(), Math.ceil(files.length / worthAThread)));
  try {
    let done = 0;
    return await Promise.all(
      files.map(async (file) => {
        const analyzed = await pool.analyze(file);
        onAnalyzed(++done);
        return analyzed;
      }),
    );
  } finally {
    await pool.close();
  }
}
