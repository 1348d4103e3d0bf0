import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Context, Hook, Runner, Suite, Test } from 'mocha';
import { idsIn } from '../support/titleIds.ts';

/** How one test or hook went. */
export interface TestRecord {
  readonly title: string;
  readonly ms: number;
  /** The error of a test or hook that failed, cut after {@link longestFailure} characters. */
  readonly failure?: string;
  /** The program or the right that a skipped test misses on this machine; empty when the test names none. */
  readonly skippedFor?: string;
}

const lacking = new WeakMap<object, string>();

/**
 * Skips a test, or the tests of a suite whose hook calls this, because the machine lacks something.
 *
 * @param what The program or the right that is missing.
 */
export function skipWithout(context: Context, what: string): never {
  const runnable = context.runnable();
  const { parent } = runnable;
  const isTest = parent?.tests.some((test) => test === runnable) ?? true;
  lacking.set(isTest ? runnable : (parent ?? runnable), what);
  return context.skip();
}

function lackOf(test: Test): string {
  for (let at: Test | Suite | undefined = test; at; at = at.parent) {
    const what = lacking.get(at);
    if (what !== undefined) return what;
  }
  return '';
}

/** Tests that pass in less time than this never reach a list of the slowest. */
const shortestMs = 50;

const longestFailure = 3_000;

/** Collects tests of a run that took long, failed or have an id in their title, and hooks: they start the editors. */
export function collectRecords(runner: Runner): readonly TestRecord[] {
  const records: TestRecord[] = [];
  const add = (runnable: Test | Hook): void => {
    const ms = runnable.duration ?? 0;
    const title = runnable.fullTitle();
    const isWanted = ms >= shortestMs || idsIn(title).length > 0;
    if (isWanted && !runnable.isFailed() && !runnable.isPending()) records.push({ title, ms });
  };
  runner.on('test end', add);
  runner.on('hook end', add);
  runner.on('pending', (test: Test) => {
    const title = test.fullTitle();
    if (idsIn(title).length > 0) records.push({ title, ms: 0, skippedFor: lackOf(test) });
  });
  runner.on('fail', (runnable: Test | Hook, error: unknown) => {
    const failure = failureText(error).slice(0, longestFailure);
    records.push({ title: runnable.fullTitle(), ms: runnable.duration ?? 0, failure });
  });
  return records;
}

function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Hands records on to the run of `npm test` that this process is a part of. Its parts append to the one file that
 * `SERVICE_TEST_RECORDS` names, a JSON line per record. Does nothing where the variable is not set.
 */
export function noteRecords(records: readonly TestRecord[]): void {
  const file = process.env.SERVICE_TEST_RECORDS;
  if (file === undefined) return;
  appendFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Reads what {@link noteRecords} appended, in the order of time. */
export function readRecords(file: string): readonly TestRecord[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TestRecord);
}
