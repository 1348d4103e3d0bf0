import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../core/failures.ts';
import { createAnalyzer, type AnalyzedFile } from '../scanner/analyzer.ts';
import type { SourceFile } from '../scanner/sourceFiles.ts';

/** This very file, for who starts it as a worker: source or bundle. */
export const workerFile = import.meta.filename;

/** What a worker says to a file: one answer each, in order. */
export type WorkerAnswer = { readonly analyzed: AnalyzedFile } | { readonly error: string };

if (parentPort) {
  const port = parentPort;
  const ready = createAnalyzer();
  port.on('message', (file: SourceFile) => {
    void ready
      .then((analyzer): WorkerAnswer => ({ analyzed: analyzer.analyze(file) }))
      .catch((error: unknown): WorkerAnswer => ({ error: messageOf(error) }))
      .then((answer) => {
        port.postMessage(answer);
      });
  });
}
