/**
 * `npm run test:ui`: the tests of `test/ui` in the latest editor, and those with the tag `@oldest-editor` in the oldest one.
 * How to write one: `test/harness/ui.ts`.
 * `-- --all` runs all of them in both editors; `--editor 1.139.1` runs one editor; `--grep TEXT` runs some tests; other
 * arguments name test files, for both editors.
 * `--shards N` says how many processes run the files at the same time. Default 2: one alone leaves processors idle.
 */
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, latestEditor, oldestEditor } from './editor/versions.ts';
import { exitOnSignals } from './processGroup.ts';
import { runScenarios } from './scenarios.ts';
import { scriptOptions } from './scriptOptions.ts';
import { isForOldestEditor, uiTestFiles } from './testParts.ts';

exitOnSignals();
const { values, positionals } = scriptOptions({
  options: {
    all: { type: 'boolean', default: false },
    editor: { type: 'string' },
    grep: { type: 'string' },
    shards: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : uiTestFiles();
const isWhole = values.all || values.editor !== undefined || positionals.length > 0;
const editors = values.editor === undefined ? [oldestEditor, latestEditor] : [editorVersion(values.editor)];
const results: Counts[] = [];
for (const editor of editors) {
  console.error(`\nVS Code ${editor}`);
  // Outside the time limit of the first test that needs it.
  await installEditor(editor, console.error);
  results.push(
    await runScenarios({
      files: isWhole || editor === latestEditor ? wanted : wanted.filter(isForOldestEditor),
      grep: values.grep,
      timeoutMs: 600_000,
      editor,
      shards: Number(values.shards),
    }),
  );
}
closeRun(results);
