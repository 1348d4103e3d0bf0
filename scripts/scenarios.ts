import { join } from 'node:path';
import { sum, type Counts } from '../test/harness/editorRun.ts';
import type { EditorVersion } from './editor/versions.ts';
import { runInLanes, type Part } from './lanes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Scenarios {
  readonly files: readonly string[];
  readonly editor: EditorVersion;
  /** For one test, in milliseconds. */
  readonly timeoutMs: number;
  /** The number of processes that run files at the same time. Each starts its own editors. Default 1. */
  readonly shards?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly grep?: string | undefined;
}

/** Longer than any run takes: each test has its own limit. */
const limitMs = 3 * 60 * 60_000;

/** Runs scenarios in real editors, in separate processes. A test that fails has failed: it is not run again. */
export async function runScenarios({
  files,
  editor,
  timeoutMs,
  shards = 1,
  env,
  grep,
}: Scenarios): Promise<Counts> {
  const count = grep === undefined ? Math.min(shards, files.length) : 1;
  const parts = Array.from({ length: count }, (_, shard): Part => {
    const own = files.filter((_file, index) => index % count === shard);
    return {
      name: `files ${shard + 1} of ${count}`,
      command: [
        process.execPath,
        'node_modules/mocha/bin/mocha.js',
        '--require',
        './test/harness/uiHooks.ts',
        '--timeout',
        String(timeoutMs),
        '--no-fail-zero',
        ...(grep === undefined ? [] : ['--grep', grep]),
        ...own,
      ],
      limitMs,
      // The tests of a file may all be for another editor, and titles are searched in each.
      canBeEmpty: true,
      env: {
        ...env,
        SERVICE_EDITOR: editor,
        SERVICE_TEST_TOKENS: join(temporaryFolder('test'), 'tokens'),
      },
    };
  });
  return sum(await runInLanes(parts, count, process.env));
}
