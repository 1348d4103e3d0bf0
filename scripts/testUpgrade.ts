/**
 * `npm run test:upgrade`: installs the VSIX of a former commit into both editors, uses it, updates it to the VSIX of this
 * source, and checks that connections, tokens, bindings and the journal are kept. The VSIX of that commit is built once,
 * in the cache, from a clone of this repository. `-- --editor 1.139.1` runs one editor.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { cacheFolder } from './cache.ts';
import { installEditor } from './editor/install.ts';
import { editorVersion, latestEditor, oldestEditor } from './editor/versions.ts';
import { exitOnSignals, run } from './processGroup.ts';
import { runScenarios } from './scenarios.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
/** The commit whose storage is recorded in `test/fixtures/installed-0dc5f78`. */
const former = '0dc5f78';

exitOnSignals();
const { values } = scriptOptions({ options: { editor: { type: 'string' } } });
const editors = values.editor === undefined ? [oldestEditor, latestEditor] : [editorVersion(values.editor)];
const vsix = join(cacheFolder(), 'formerVersions', `${former}.vsix`);
if (!existsSync(vsix)) await build();
await run(process.execPath, ['scripts/build.ts'], root);
const results: Counts[] = [];
for (const editor of editors) {
  await installEditor(editor, console.error);
  const files = ['test/upgrade/formerVersion.test.ts'];
  results.push(await runScenarios({ files, editor, timeoutMs: 180_000, env: { SERVICE_FORMER_VSIX: vsix } }));
}
closeRun(results);

async function build(): Promise<void> {
  console.error(`Building the VSIX of ${former} …`);
  const source = temporaryFolder('former');
  await run('git', ['clone', '--quiet', '--no-checkout', root, source], root);
  await run('git', ['checkout', '--quiet', former], source);
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0'], source);
  await run('npm', ['run', 'package'], source);
  await mkdir(dirname(vsix), { recursive: true });
  await copyFile(join(source, 'build/service-ide-5.0.0.vsix'), vsix);
}
