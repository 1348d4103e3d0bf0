import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../test/harness/closingLine.ts';
import { sum, type Counts } from '../test/harness/editorRun.ts';
import type { EditorVersion } from './editor/versions.ts';
import { KeptOutput } from './keptOutput.ts';
import { startGroup } from './processGroup.ts';
import { shardsOf } from './shards.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

/** Test files that start editors, and how to run them. */
export interface Scenarios {
  /** Paths or patterns, relative to the repository. */
  readonly files: readonly string[];
  readonly editor: EditorVersion;
  /** For one test, in milliseconds. */
  readonly timeoutMs: number;
  /** The number of processes that run files at the same time. Each starts its own editors. Default 1. */
  readonly shards?: number;
  /** How long each file takes, so that shards end at about the same time. */
  readonly seconds?: Readonly<Record<string, number>>;
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Only tests whose titles contain it. */
  readonly grep?: string | undefined;
}

/** Runs scenarios in real editors, in separate processes. A test that fails has failed: it is not run again. */
export async function runScenarios(scenarios: Scenarios): Promise<Counts> {
  const { seconds, ...counts } = await runShards(scenarios);
  printSeconds(seconds);
  return counts;
}

/** The outcome of all shards. Their output is printed shard by shard. */
async function runShards(scenarios: Scenarios): Promise<Outcome> {
  const shards = shardsOf(scenarios.files, scenarios.shards ?? 1, scenarios.seconds ?? {});
  if (shards.length < 2) return runFiles(scenarios.files, scenarios);
  const outcomes = await Promise.all(
    shards.map(async (files, index) => {
      const output = new KeptOutput(`Shard ${index + 1}: ${files.join(', ')}`);
      const outcome = await runFiles(files, scenarios, output);
      output.print();
      return outcome;
    }),
  );
  return {
    ...sum(outcomes),
    seconds: Object.assign({}, ...outcomes.map(({ seconds }) => seconds)) as Outcome['seconds'],
  };
}

function printSeconds(seconds: Outcome['seconds']): void {
  console.error('Seconds per file');
  for (const [file, one] of Object.entries(seconds).sort(([, a], [, b]) => b - a))
    console.error(`${one.toFixed(0).padStart(6)} s  ${file}`);
}

/**
 * Runs files in one process.
 * @param output keeps what the process prints; without it the lines are printed as they come
 */
async function runFiles(
  files: readonly string[],
  { editor, timeoutMs, env, grep }: Scenarios,
  output?: KeptOutput,
): Promise<Outcome> {
  const folder = temporaryFolder('test');
  const result = join(folder, 'result.json');
  const mocha = await startGroup(
    process.execPath,
    [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      '--require',
      './test/harness/uiHooks.ts',
      '--timeout',
      String(timeoutMs),
      // One of several shards may have no test with such a title.
      ...(grep === undefined ? [] : ['--grep', grep, '--no-fail-zero']),
      ...files,
    ],
    {
      cwd: root,
      atExit: 'SIGTERM',
      ...(output !== undefined && { stdio: ['ignore', 'pipe', 'pipe'] as const }),
      env: {
        ...process.env,
        ...env,
        SERVICE_EDITOR: editor,
        SERVICE_TEST_RESULT: result,
        SERVICE_TEST_TOKENS: join(folder, 'tokens'),
      },
    },
  );
  const { stdout, stderr } = mocha.child;
  const [code] = await Promise.all([
    mocha.exited,
    output && stdout && output.collect(stdout, 'stdout'),
    output && stderr && output.collect(stderr, 'stderr'),
  ]);
  const outcome = existsSync(result)
    ? (JSON.parse(await readFile(result, 'utf8')) as Outcome)
    : { passed: 0, failed: 0, seconds: {} };
  await rm(folder, { recursive: true, force: true });
  if (code === 0 || outcome.failed > 0) return outcome;
  // A run can fail without a failed test, for example because it has no test.
  return { ...outcome, failed: 1 };
}
