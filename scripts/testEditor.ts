/**
 * `npm run test:editor`: the tests of `test/editor` inside the extension hosts of real editors. How to write one:
 * `test/harness/host.ts`. `-- --editor 1.139.1` runs one editor, `--run NAME` one folder of tests, `--grep TEXT` some tests,
 * `--compiled` the editor's own native modules, which have to be compiled.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/harness/browser.ts';
import { closeRun, outputMark, type Counts } from '../test/harness/editorRun.ts';
import { startEditor, type RunningEditor } from './editor/editor.ts';
import { newSecretKey } from './editor/gateway.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, editorVersions, type EditorVersion } from './editor/versions.ts';
import { bundleRuns, prepareRun, type TestRun } from './editorTests.ts';
import { Missing } from './cache.ts';
import { exitOnSignals } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';

const root = join(import.meta.dirname, '..');
const timeLimitMs = 5 * 60_000;

async function runIn(version: EditorVersion, run: TestRun, browser: Browser): Promise<Counts> {
  console.error(`\nVS Code ${version}, ${run.name}`);
  const installed = await installEditor(version, console.error, modules);
  const { home, workspace, start, env, finish } = await prepareRun(run, version);
  const editor = await startEditor(installed, {
    home,
    smokeTestDriver: true,
    workspaceTrust: start.workspaceTrust ?? false,
    secretKey: start.lastingSecrets ? newSecretKey() : undefined,
    env,
  });
  try {
    await runPage(editor, workspace, run.bundle, browser);
  } finally {
    await editor.stop();
  }
  return finish();
}

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
    limit = setTimeout(
      () => reject(new Error(`The tests did not end within ${timeLimitMs / 1000} s.`)),
      timeLimitMs,
    );
    void editor.exited.then(() => reject(new Error('The editor ended before its tests.')));
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

exitOnSignals();
const { values } = scriptOptions({
  options: {
    compiled: { type: 'boolean', default: false },
    editor: { type: 'string' },
    run: { type: 'string' },
    grep: { type: 'string' },
  },
});
const modules = values.compiled ? 'compiled' : 'standIns';
if (values.grep !== undefined) process.env.SERVICE_TEST_GREP = values.grep;
const versions = values.editor === undefined ? editorVersions : [editorVersion(values.editor)];
try {
  for (const version of versions) await installEditor(version, console.error, modules);
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  console.error(error.message);
  process.exit(3);
}
const runs = await bundleRuns(values.run);
const browser = await openBrowser();
const results: Counts[] = [];
for (const version of versions)
  for (const run of runs)
    try {
      results.push(await runIn(version, run, browser));
    } catch (error) {
      // One start that fails doesn't keep the others from running.
      console.log(error);
      results.push({ passed: 0, failed: 1 });
    }
await browser.close();
closeRun(results);
