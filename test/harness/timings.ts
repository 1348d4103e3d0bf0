import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Hook, Runner, Test } from 'mocha';

/** How long one test or hook took. */
export interface Timing {
  readonly title: string;
  readonly ms: number;
}

/** Shorter ones never reach a list of the slowest. */
const shortestMs = 50;

/** Collects the durations of a mocha run: of tests, and of hooks, which is where editors and servers start. */
export function collectTimings(runner: Runner): readonly Timing[] {
  const timings: Timing[] = [];
  const add = (runnable: { fullTitle(): string; duration?: number }): void => {
    const ms = runnable.duration ?? 0;
    if (ms >= shortestMs) timings.push({ title: runnable.fullTitle(), ms });
  };
  runner.on('test end', add);
  runner.on('hook end', add);
  return timings;
}

/** Collects how long each file of a mocha run takes, by its path relative to the working directory. */
export function collectSeconds(runner: Runner): Readonly<Record<string, number>> {
  const seconds: Record<string, number> = {};
  const add = ({ file, parent, duration = 0 }: Test | Hook): void => {
    const path = file ?? parent?.file;
    if (path === undefined) return;
    const name = relative('', path);
    seconds[name] = (seconds[name] ?? 0) + duration / 1000;
  };
  runner.on('test end', add);
  runner.on('hook end', add);
  return seconds;
}

/**
 * Hands durations on to the run of `npm test` that this process is a part of. Its parts append to the one file that
 * `SERVICE_TEST_TIMINGS` names, a JSON line per test. Does nothing where the variable is not set.
 */
export function noteTimings(timings: readonly Timing[]): void {
  const file = process.env.SERVICE_TEST_TIMINGS;
  if (file === undefined) return;
  appendFileSync(file, timings.map((timing) => `${JSON.stringify(timing)}\n`).join(''));
}

/** Reads what {@link noteTimings} appended, slowest first. */
export function slowestTimings(file: string, most: number): readonly Timing[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Timing)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most);
}
