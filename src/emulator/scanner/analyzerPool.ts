import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../../core/failures.ts';
import type { WorkerAnswer } from '../chunks/platformAnalyzer.ts';
import type { AnalyzedFile } from './analyzer.ts';
import type { SourceFile } from './sourceFiles.ts';

interface Job {
  readonly file: SourceFile;
  readonly resolve: (analyzed: AnalyzedFile) => void;
  readonly reject: (failure: Failure) => void;
}

/**
 * Analyzers in threads of their own, so that several files are analysed at once and whoever asks goes on meanwhile. A
 * thread starts with the first file that needs it; an idle one doesn't keep the process alive.
 */
export class AnalyzerPool {
  readonly #size: number;
  readonly #waiting: Job[] = [];
  /** What each thread works on: one file at a time. */
  readonly #threads = new Map<Worker, Job | undefined>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Rejects with a `Failure` where the analyzers can't be loaded or break down over the file. */
  async analyze(file: SourceFile): Promise<AnalyzedFile> {
    // Loaded from where the bundler put it, which it alone knows.
    const { workerFile } = await import('../chunks/platformAnalyzer.ts');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ file, resolve, reject });
      const isBusy = [...this.#threads.values()].every((job) => job !== undefined);
      if (isBusy && this.#threads.size < this.#size) this.#start(workerFile);
      this.#assign();
    });
  }

  /** Ends every thread; what is under way is rejected. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    const left = [...threads.flatMap(([, job]) => job ?? []), ...this.#waiting.splice(0)];
    this.#threads.clear();
    for (const { reject } of left) reject(new Failure('cancelled', 'The analysis was ended'));
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
      else job?.reject(new Failure('malformed', `${job.file.path} can't be analysed: ${answer.error}`));
    });
    thread.on('error', (error) => {
      const job = this.#threads.get(thread);
      this.#threads.delete(thread);
      const cause = messageOf(error);
      job?.reject(new Failure('malformed', `The analyzer broke down over ${job.file.path}: ${cause}`));
      // The others of its queue start anew with the next file, or were given to another thread.
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
