/**
 * `npm run test:desktop`: the tests of `test/editor` in the desktop's VS Code, which @vscode/test-electron downloads
 * (needs network and a display). Without setups that ask for lasting secrets: there the desktop's own keyring decides.
 */
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { cacheFolder } from './cache.ts';
import { oldestEditor } from './editor/versions.ts';
import { bundleRuns, prepareRun, type TestRun } from './editorTests.ts';

const root = join(import.meta.dirname, '..');

async function runOnDesktop(run: TestRun): Promise<Counts> {
  const { home, workspace, start, env, finish } = await prepareRun(run, oldestEditor);
  try {
    await runTests({
      version: oldestEditor,
      cachePath: join(cacheFolder(), 'desktop'),
      extensionDevelopmentPath: root,
      extensionTestsPath: run.bundle,
      extensionTestsEnv: env,
      launchArgs: [
        workspace,
        '--user-data-dir',
        home.userData,
        '--extensions-dir',
        home.extensions,
        ...(start.workspaceTrust ? [] : ['--disable-workspace-trust']),
      ],
    });
  } catch (error) {
    console.log(error);
  }
  // Without a result file the run counts as failed, whatever the reason.
  return finish();
}

const results: Counts[] = [];
for (const run of await bundleRuns(undefined)) results.push(await runOnDesktop(run));
closeRun(results);
