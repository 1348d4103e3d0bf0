/**
 * `npm run test:ui`: the tests of `test/ui`, once per editor. How to write one: `test/harness/ui.ts`.
 * `-- --editor 1.139.1` runs one editor, `--grep TEXT` some tests; other arguments name test files.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closingLine, sum, type Counts } from '../test/harness/editorRun.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, editorVersions, type EditorVersion } from './editor/versions.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

async function runIn(version: EditorVersion, files: readonly string[], grep?: string): Promise<Counts> {
  console.error(`\nVS Code ${version}`);
  // Outside the time limit of the first test that needs it.
  await installEditor(version, console.error);
  const folder = temporaryFolder('test');
  const result = join(folder, 'result.json');
  const mocha = await startGroup(
    process.execPath,
    [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      ...['--require', './test/harness/uiHooks.ts', '--timeout', '180000'],
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...(files.length > 0 ? files : ['test/ui/**/*.test.ts']),
    ],
    {
      cwd: root,
      atExit: 'SIGTERM',
      env: {
        ...process.env,
        SERVICE_EDITOR: version,
        SERVICE_TEST_RESULT: result,
        SERVICE_TEST_TOKENS: join(folder, 'tokens'),
      },
    },
  );
  const code = await mocha.exited;
  const counts = existsSync(result)
    ? (JSON.parse(await readFile(result, 'utf8')) as Counts)
    : { passed: 0, failed: 1 };
  await rm(folder, { recursive: true, force: true });
  // A run that failed without a failed test, for example because it has none.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

exitOnSignals();
const { values, positionals } = parseArgs({
  options: { editor: { type: 'string' }, grep: { type: 'string' } },
  allowPositionals: true,
});
const versions = values.editor === undefined ? editorVersions : [editorVersion(values.editor)];
const results: Counts[] = [];
for (const version of versions) results.push(await runIn(version, positionals, values.grep));
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
