import { availableParallelism } from 'node:os';
import { createAnalyzer, type AnalyzedFile } from './analyzer.ts';
import { AnalyzerPool } from './analyzerPool.ts';
import type { SourceFile } from './sourceFiles.ts';

/**
 * Loading the analyzers takes about as long as analysing this number of files, so fewer files are not worth another
 * thread.
 */
const worthAThread = 40;

/**
 * Leaves one processor to the caller, which searches for duplications meanwhile. Each thread takes half a gigabyte.
 */
const threads = (): number => Math.min(Math.max(availableParallelism() - 1, 1), 4);

/** Analyses files and returns the results in their order. Uses several processors when there are many files. */
export async function analyzeAll(files: readonly SourceFile[]): Promise<AnalyzedFile[]> {
  if (files.length <= worthAThread) {
    const analyzer = await createAnalyzer();
    return files.map((file) => analyzer.analyze(file));
  }
  const pool = new AnalyzerPool(Math.min(threads(), Math.ceil(files.length / worthAThread)));
  try {
    return await Promise.all(files.map((file) => pool.analyze(file)));
  } finally {
    await pool.close();
  }
}
