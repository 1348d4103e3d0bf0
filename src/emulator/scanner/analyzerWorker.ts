import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../core/failures.ts';
import { createAnalyzer } from './analyzer.ts';
import type { AnalyzedFile, SourceFile } from '../report.ts';

/** This file, as source or bundle, for the code that starts it as a worker. */
export const workerFile = import.meta.filename;

/** The answer of a worker to a file. There is one answer per file, in order. */
export type WorkerAnswer = { readonly analyzed: AnalyzedFile } | { readonly error: string };

if (parentPort) {
  const port = parentPort;
  const ready = createAnalyzer();
  port.on('message', (file: SourceFile) => {
    void ready
      .then((analyze): WorkerAnswer => ({ analyzed: analyze(file) }))
      .catch((error: unknown): WorkerAnswer => ({ error: messageOf(error) }))
      .then((answer) => port.postMessage(answer));
  });
}
