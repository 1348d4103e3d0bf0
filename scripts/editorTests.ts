import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import {
  sum,
  type Counts,
  type HostResult,
  type Setup,
  type SetupResult,
} from '../test/harness/editorRun.ts';
import { noteRecords } from '../test/harness/testRecords.ts';
import { expectNoTokenIn, usedTokens } from '../test/harness/tokens.ts';
import { layOutHome, type EditorHome } from './editor/home.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { filesBelow } from './filesBelow.ts';

const root = join(import.meta.dirname, '..');

/** Tests that share one start of an editor. */
export interface TestRun {
  readonly name: string;
  readonly bundle: string;
  readonly setup: Setup;
}

/** One run per folder that holds tests; those in `test/editor` itself are the run `main`. */
export async function bundleRuns(only: string | undefined): Promise<TestRun[]> {
  const folder = join(root, 'test/editor');
  const byRun = new Map<string, string[]>();
  for (const file of filesBelow(folder, '.test.ts', '.')) {
    const name = dirname(file) === '.' ? 'main' : dirname(file);
    byRun.set(name, [...(byRun.get(name) ?? []), file]);
  }
  const runs = [...byRun].filter(([name]) => only === undefined || name === only);
  return Promise.all(
    runs.map(async ([name, tests]) => {
      const bundle = join(root, 'build/test-editor', `${name}.cjs`);
      const requires = tests.map((file) => `require(${JSON.stringify(`./${file}`)});`).join(' ');
      await build({
        stdin: {
          contents: `import { runTests } from '../harness/host.ts';\nexport const run = () => runTests(() => { ${requires} });`,
          resolveDir: folder,
          loader: 'ts',
        },
        outfile: bundle,
        bundle: true,
        platform: 'node',
        format: 'cjs',
        target: 'node22',
        mainFields: ['module', 'main'],
        // The CommonJS heart of mocha: the hosts differ in how they require its ESM entry.
        alias: { mocha: 'mocha/lib/mocha.cjs' },
        external: ['vscode', 'mocha/lib/mocha.cjs'],
        sourcemap: 'inline',
        logLevel: 'warning',
      });
      const setupFile = join(folder, name, 'setup.ts');
      const module = existsSync(setupFile) ? ((await import(setupFile)) as { setup: Setup }) : undefined;
      return { name, bundle, setup: module?.setup ?? (() => Promise.resolve({})) };
    }),
  );
}

/** All that one start of an editor needs, laid out on disk. */
export interface PreparedRun {
  readonly home: EditorHome;
  readonly workspace: string;
  readonly start: SetupResult;
  readonly env: Record<string, string>;
  /** After the editor has stopped: counts, searches for tokens, and removes everything. */
  readonly finish: () => Promise<Counts>;
}

/**
 * Runs a folder's setup and lays out what it asks for.
 * @param editor version of the editor, which the tests see as `SERVICE_EDITOR`
 */
export async function prepareRun(run: TestRun, editor: string): Promise<PreparedRun> {
  const folder = temporaryFolder('test');
  const tokens = join(folder, 'tokens');
  process.env.SERVICE_TEST_TOKENS = tokens;
  const data = join(folder, 'data');
  await mkdir(data);
  const start = await run.setup(data);
  const home = await layOutHome(join(folder, 'editor'), start.settings);
  const workspace = await layOutWorkspace(join(folder, 'workspace'), start.files);
  const env = {
    SERVICE_EDITOR: editor,
    SERVICE_TEST_FOLDER: folder,
    SERVICE_TEST_GREP: process.env.SERVICE_TEST_GREP ?? '',
    SERVICE_TEST_TOKENS: tokens,
    SERVICE_TEST_FIXTURES: join(root, 'test/fixtures'),
    SERVICE_UPDATE_SNAPSHOTS: process.env.SERVICE_UPDATE_SNAPSHOTS ?? '',
  };
  const finish = async (): Promise<Counts> => {
    await start.tearDown?.();
    const searched = [home.folder, dirname(workspace)];
    const counts = [await resultOf(folder), await searchForTokens(searched, start.tokensMayLieIn)];
    await rm(folder, { recursive: true, force: true });
    return sum(counts);
  };
  return { home, workspace, start, env, finish };
}

/** Writes a workspace file, so that suites can add folders without a restart of the extension host. */
async function layOutWorkspace(folder: string, files: Record<string, string> = {}): Promise<string> {
  const first = join(folder, 'first');
  await mkdir(first, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(first, file)), { recursive: true });
    await writeFile(join(first, file), content);
  }
  const workspace = join(folder, 'test.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'first' }] }));
  return workspace;
}

async function resultOf(folder: string): Promise<Counts> {
  const file = join(folder, 'result.json');
  if (existsSync(file)) {
    const { records, ...counts } = JSON.parse(await readFile(file, 'utf8')) as HostResult;
    noteRecords(records);
    if (counts.passed + counts.failed > 0) return counts;
  }
  console.log('  The tests could not be loaded, ended without a result, or there are none.');
  return { passed: 0, failed: 1 };
}

/** Returns the search as one passed or failed test; no test if the run had no token. */
async function searchForTokens(folders: readonly string[], allowed: RegExp[] = []): Promise<Counts> {
  const tokens = usedTokens();
  if (tokens.length === 0) return { passed: 0, failed: 0 };
  try {
    await expectNoTokenIn(folders, tokens, allowed);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}
