/**
 * `npm run test:editor`: the tests of `test/editor` inside the extension hosts of real editors. How to write one:
 * `test/harness/host.ts`. `-- --editor 1.139.1` runs one editor, `--run NAME` one folder of tests, `--grep TEXT` some tests.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/harness/browser.ts';
import { closingLine, outputMark, sum, type Counts, type Setup } from '../test/harness/editorRun.ts';
import { expectNoTokenIn, usedTokens } from '../test/harness/tokens.ts';
import { startEditor, type RunningEditor } from './editor/editor.ts';
import { newSecretKey } from './editor/gateway.ts';
import { layOutHome } from './editor/home.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, editorVersions, type EditorVersion } from './editor/versions.ts';
import { exitOnSignals } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
const timeLimitMs = 5 * 60_000;

/** Tests that share one start of an editor. */
interface TestRun {
  readonly name: string;
  readonly bundle: string;
  readonly setup: Setup;
}

function say(line: string): void {
  console.error(line);
}

/** One run per folder that holds tests; those in `test/editor` itself are the run `main`. */
async function bundleRuns(only: string | undefined): Promise<TestRun[]> {
  const folder = join(root, 'test/editor');
  const byRun = new Map<string, string[]>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.test.ts')) continue;
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

async function runIn(version: EditorVersion, run: TestRun, browser: Browser): Promise<Counts> {
  say(`\nVS Code ${version}, ${run.name}`);
  const folder = temporaryFolder('test');
  process.env.SERVICE_TEST_TOKENS = join(folder, 'tokens');
  const data = join(folder, 'data');
  await mkdir(data);
  const start = await run.setup(data);
  const home = await layOutHome(join(folder, 'editor'), start.settings);
  const workspace = await layOutWorkspace(join(folder, 'workspace'), start.files);
  const editor = await startEditor(await installEditor(version, say), {
    home,
    smokeTestDriver: true,
    workspaceTrust: start.workspaceTrust ?? false,
    secretKey: start.lastingSecrets ? newSecretKey() : undefined,
    env: {
      SERVICE_EDITOR: version,
      SERVICE_TEST_FOLDER: folder,
      SERVICE_TEST_GREP: process.env.SERVICE_TEST_GREP,
      SERVICE_TEST_NODE: process.execPath,
      SERVICE_TEST_ROOT: root,
      SERVICE_TEST_TOKENS: join(folder, 'tokens'),
    },
  });
  try {
    await runPage(editor, workspace, run.bundle, browser);
  } finally {
    await editor.stop();
    await start.tearDown?.();
  }
  const searched = [join(folder, 'editor'), join(folder, 'workspace')];
  const counts = [await resultOf(folder), await searchForTokens(searched, start.tokensMayLieIn)];
  await rm(folder, { recursive: true, force: true });
  return sum(counts);
}

/** A workspace file, so that suites can add folders without the extension host starting anew. */
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

/** Opens the window and waits until its test entry has ended. */
async function runPage(
  editor: RunningEditor,
  workspace: string,
  tests: string,
  browser: Browser,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const talk: string[] = [];
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const text = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
    if (text.startsWith(outputMark)) console.log(text.slice(outputMark.length));
    else talk.push(`${type}: ${text}`);
  });
  let limit: NodeJS.Timeout | undefined;
  const ended = new Promise<number>((resolve, reject) => {
    limit = setTimeout(() => {
      reject(new Error(`The tests did not end within ${timeLimitMs / 1000} s.`));
    }, timeLimitMs);
    void editor.exited.then(() => {
      reject(new Error('The editor ended before its tests.'));
    });
    void page.exposeFunction('codeAutomationExit', resolve).then(async () => {
      await page.goto(editor.address({ workspace, development: root, tests }));
    }, reject);
  });
  try {
    if ((await ended) !== 0) throw new Error('The test entry failed.');
  } catch (error) {
    const server = await readFile(editor.log, 'utf8');
    console.log([error, ...talk.slice(-40), ...server.split('\n').slice(-20)].join('\n'));
  } finally {
    clearTimeout(limit);
    await context.close();
  }
}

async function resultOf(folder: string): Promise<Counts> {
  const file = join(folder, 'result.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Counts;
  console.log('  The tests could not be loaded or ended without a result.');
  return { passed: 0, failed: 1 };
}

/** The search counts as a test, where there was a token to search for. */
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

exitOnSignals();
const { values } = parseArgs({
  options: { editor: { type: 'string' }, run: { type: 'string' }, grep: { type: 'string' } },
});
if (values.grep !== undefined) process.env.SERVICE_TEST_GREP = values.grep;
const versions = values.editor === undefined ? editorVersions : [editorVersion(values.editor)];
const runs = await bundleRuns(values.run);
const browser = await openBrowser();
const results: Counts[] = [];
for (const version of versions) for (const run of runs) results.push(await runIn(version, run, browser));
await browser.close();
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
