/**
 * `npm run test:ui`: the tests of `test/ui`, once per editor. How to write one: `test/harness/ui.ts`.
 * `-- --editor 1.139.1` runs one editor, `--grep TEXT` some tests; other arguments name test files.
 */
import { parseArgs } from 'node:util';
import { closingLine, sum, type Counts } from '../test/harness/editorRun.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, editorVersions, type EditorVersion } from './editor/versions.ts';
import { exitOnSignals } from './processGroup.ts';
import { tellStories } from './stories.ts';

async function runIn(version: EditorVersion, files: readonly string[], grep?: string): Promise<Counts> {
  console.error(`\nVS Code ${version}`);
  // Outside the time limit of the first test that needs it.
  await installEditor(version, console.error);
  return tellStories({ files, grep, timeoutMs: 180_000, editor: version });
}

exitOnSignals();
const { values, positionals } = parseArgs({
  options: { editor: { type: 'string' }, grep: { type: 'string' } },
  allowPositionals: true,
});
const versions = values.editor === undefined ? editorVersions : [editorVersion(values.editor)];
const files = positionals.length > 0 ? positionals : ['test/ui/**/*.test.ts'];
const results: Counts[] = [];
for (const version of versions) results.push(await runIn(version, files, values.grep));
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
