import type { TestRecord } from './testRecords.ts';

/** The options with which the editor of a test folder starts. */
export interface SetupResult {
  /** User settings. */
  settings?: Record<string, unknown>;
  /** Files of the window's first folder, by relative path. */
  files?: Record<string, string>;
  /** Asks before folders are trusted. */
  workspaceTrust?: boolean;
  /** Secrets outlive the page. */
  lastingSecrets?: boolean;
  /** Where tokens may lie after the run; matched against whole paths. */
  tokensMayLieIn?: RegExp[];
  /** Runs when the editor has stopped. */
  tearDown?: () => Promise<void>;
}

/**
 * Prepares the start of a test folder: `test/editor/<name>/setup.ts` exports one as `setup`. It runs in plain Node.
 * @param data an empty folder that is not searched for tokens
 */
export type Setup = (data: string) => Promise<SetupResult>;

/** Begins each console line that belongs to the tests; the rest is the editor's own talk. */
export const outputMark = '[service-tests] ';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The content of `result.json`, which the tests of an extension host write at their end. */
export interface HostResult extends Counts {
  readonly records: readonly TestRecord[];
}

export function sum(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/** The line that every part of the tests ends with. */
export function closingLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/** Ends a run of tests: prints the closing line, and makes the process fail if a test failed or none ran. */
export function closeRun(counts: readonly Counts[]): void {
  const total = sum(counts);
  console.log(closingLine(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
}
