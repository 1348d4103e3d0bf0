import { createInterface } from 'node:readline';
import { relative } from 'node:path';
import { startGroup } from '../processGroup.ts';

/** How a run of test files ended. */
export interface TestRun {
  /** `slow`: no test ended for too long. */
  readonly outcome: 'passed' | 'failed' | 'slow';
  /** The file of the test that failed; undefined where loading a file failed. */
  readonly failedIn: string | undefined;
  readonly ms: number;
  /** The longest time in which no test ended. */
  readonly longestPauseMs: number;
}

/**
 * Runs test files in one process, until the first test fails.
 * @param root of the repository, to which the paths of tests are relative
 * @param pauseLimitMs the run is ended as slow when no test ends for this long
 */
export async function runTests(
  root: string,
  tests: readonly string[],
  pauseLimitMs: number,
  variables: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  const started = Date.now();
  await using mocha = await startGroup(
    process.execPath,
    [
      ...['node_modules/mocha/bin/mocha.js', '--bail', '--reporter', 'json-stream'],
      // The limit of a single test in `.mocharc.json` is too short for a busy machine.
      ...['--timeout', String(pauseLimitMs), ...tests],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], env: { ...inherited, ...variables } },
  );
  const seen = { isLate: false, failed: undefined as string | undefined, last: started, longestPauseMs: 0 };
  const notePause = (): void => {
    const now = Date.now();
    seen.longestPauseMs = Math.max(seen.longestPauseMs, now - seen.last);
    seen.last = now;
  };
  const timer = setTimeout(() => {
    seen.isLate = true;
    void mocha.stop();
  }, pauseLimitMs);
  if (mocha.child.stdout === null) throw new Error('The output of mocha is no pipe.');
  createInterface({ input: mocha.child.stdout }).on('line', (line) => {
    // A test may have written the beginning of the line.
    const [, event, details = ''] = /\["(start|pass|fail|end)",(\{.*\})\]$/.exec(line) ?? [];
    if (event === undefined) return;
    notePause();
    timer.refresh();
    if (event !== 'fail') return;
    seen.failed = (JSON.parse(details) as { file?: string }).file ?? '';
    void mocha.stop();
  });
  const code = await mocha.exited;
  clearTimeout(timer);
  notePause();
  const { isLate, failed, longestPauseMs } = seen;
  const isFailure = failed !== undefined || (!isLate && code !== 0);
  return {
    outcome: isFailure ? 'failed' : isLate ? 'slow' : 'passed',
    failedIn: failed === undefined || failed === '' ? undefined : relative(root, failed),
    ms: Date.now() - started,
    longestPauseMs,
  };
}
