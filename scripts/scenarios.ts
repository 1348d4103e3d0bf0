import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../test/harness/closingLine.ts';
import type { Counts } from '../test/harness/editorRun.ts';
import type { EditorVersion } from './editor/versions.ts';
import { startGroup } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

export interface ScenarioRun {
  /** Paths or patterns, relative to the repository. */
  readonly files: readonly string[];
  readonly editor: EditorVersion;
  /** For one test, in milliseconds. */
  readonly timeoutMs: number;
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Only tests whose titles hold it. */
  readonly grep?: string | undefined;
}

/** Failures in more files than this have a common cause and are not flaky. */
const mostFlakyFiles = 2;

/**
 * Runs scenario files in real editors, in a separate process. In CI (`CI` is set) the machine may be busy and the editor
 * may lose a key press, so a file with a failure runs once more with a new editor. A test that passes only the second
 * time is reported as flaky and counts neither as passed nor as failed; a test that fails twice has failed.
 */
export async function runScenarios(run: ScenarioRun): Promise<Counts> {
  const { passed, failed, failures } = await runOnce(run);
  const files = [...new Set(failures.map(({ file }) => file))].filter((file) => file !== undefined);
  const areKnown = failures.every(({ file }) => file !== undefined);
  const isFlaky = failed > 0 && areKnown && files.length <= mostFlakyFiles;
  if (process.env.CI === undefined || !isFlaky) return { passed, failed };
  console.log(`Once more: ${files.join(', ')}`);
  const again = await runOnce({ ...run, files });
  const twice = new Set(again.failures.map(({ title }) => title));
  for (const { title } of failures) if (!twice.has(title)) console.log(`Flaky: ${title}`);
  return { passed, failed: again.failed };
}

async function runOnce({ files, editor, timeoutMs, env, grep }: ScenarioRun): Promise<Outcome> {
  const folder = temporaryFolder('test');
  const result = join(folder, 'result.json');
  const mocha = await startGroup(
    process.execPath,
    [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      ...['--require', './test/harness/uiHooks.ts', '--timeout', String(timeoutMs)],
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...files,
    ],
    {
      cwd: root,
      atExit: 'SIGTERM',
      env: {
        ...process.env,
        ...env,
        SERVICE_EDITOR: editor,
        SERVICE_TEST_RESULT: result,
        SERVICE_TEST_TOKENS: join(folder, 'tokens'),
      },
    },
  );
  const code = await mocha.exited;
  const outcome = existsSync(result)
    ? (JSON.parse(await readFile(result, 'utf8')) as Outcome)
    : { passed: 0, failed: 0, failures: [] };
  await rm(folder, { recursive: true, force: true });
  if (code === 0 || outcome.failed > 0) return outcome;
  // A run that failed without a failed test, for example because it has none.
  return { ...outcome, failed: 1, failures: [{ title: `mocha ended with ${String(code)}` }] };
}
