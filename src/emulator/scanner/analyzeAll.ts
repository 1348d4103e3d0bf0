import { availableParallelism } from 'node:os';
import { createAnalyzer, type AnalyzedFile } from './analyzer.ts';
import { AnalyzerPool } from './analyzerPool.ts';
import type { SourceFile } from './sourceFiles.ts';

/** Loading the analyzers takes about as long as analysing this many files: fewer need no further thread. */
const worthAThread = 40;

/** One processor is left to the caller, who looks for duplications meanwhile; each thread takes half a gigabyte. */
const threads = (): number => Math.min(Math.max(availableParallelism() - 1, 1), 4);

/** Analyses files, in their order, on several processors where there are many of them. */
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
