import { availableParallelism } from 'node:os';
import { createAnalyzer, type AnalyzedFile } from './analyzer.ts';
import { AnalyzerPool } from './analyzerPool.ts';
import type { SourceFile } from './sourceFiles.ts';

/** Loading the analyzers takes about as long as analysing this many files: fewer need no further thread. */
const worthAThread = 40;

/** Analyses files, in their order, on all processors where there are many of them. */
export async function analyzeAll(files: readonly SourceFile[]): Promise<AnalyzedFile[]> {
  if (files.length <= worthAThread) {
    const analyzer = await createAnalyzer();
    return files.map((file) => analyzer.analyze(file));
  }
  const pool = new AnalyzerPool(Math.min(availableParallelism(), Math.ceil(files.length / worthAThread)));
  try {
    return await Promise.all(files.map((file) => pool.analyze(file)));
  } finally {
    await pool.close();
  }
}
