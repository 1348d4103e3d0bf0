/**
 * `npm run test:ui`: the tests of `test/ui` in the latest editor, and those with the tag `@oldest-editor` in the oldest one.
 * How to write one: `test/harness/ui.ts`.
 * `-- --all` runs all of them in both editors, `--remaining` what `--all` adds; `--editor 1.139.1` runs one editor, with
 * `--tagged` only the files with the tag; `--grep TEXT` runs some tests; other arguments name test files, for both editors.
 * `--shards N` says how many processes run the files at the same time. Default 2: one alone leaves processors idle.
 */
import { closingLine, sum, type Counts } from '../test/harness/editorRun.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, latestEditor, oldestEditor, type EditorVersion } from './editor/versions.ts';
import { exitOnSignals } from './processGroup.ts';
import { runScenarios } from './scenarios.ts';
import { scriptOptions } from './scriptOptions.ts';
import { uiTestFiles } from './uiTestFiles.ts';
import { uiTestSeconds } from './uiTestSeconds.data.ts';

/** One editor and the test files that it runs. */
interface EditorRun {
  readonly editor: EditorVersion;
  readonly files: readonly string[];
}

async function runIn({ editor, files }: EditorRun): Promise<Counts> {
  console.error(`\nVS Code ${editor}`);
  // Outside the time limit of the first test that needs it.
  await installEditor(editor, console.error);
  return runScenarios({
    files,
    grep: values.grep,
    timeoutMs: 180_000,
    editor,
    shards: Number(values.shards),
    seconds: uiTestSeconds,
  });
}

exitOnSignals();
const { values, positionals } = scriptOptions({
  options: {
    all: { type: 'boolean', default: false },
    editor: { type: 'string' },
    grep: { type: 'string' },
    remaining: { type: 'boolean', default: false },
    shards: { type: 'string', default: '2' },
    tagged: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function wantedRuns(): readonly EditorRun[] {
  const { tagged, untagged } = uiTestFiles();
  const every = positionals.length > 0 ? positionals : [...tagged, ...untagged];
  if (values.editor !== undefined)
    return [{ editor: editorVersion(values.editor), files: values.tagged ? tagged : every }];
  if (values.remaining) return [{ editor: oldestEditor, files: untagged }];
  const isSubset = !values.all && positionals.length === 0;
  return [
    { editor: oldestEditor, files: isSubset ? tagged : every },
    { editor: latestEditor, files: every },
  ];
}

const results: Counts[] = [];
for (const run of wantedRuns()) results.push(await runIn(run));
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
