/**
 * How to write a test that runs inside a real extension host.
 *
 * - `test/editor/*.test.ts` are mocha tests that may `import * as vscode from 'vscode'`. One start of each editor runs all
 *   of them, one after the other, with the extension of this repository loaded from `dist/` as under development.
 * - Each folder `test/editor/<name>/` with tests runs in another start. Its `setup.ts`, if there is one, exports a `Setup`
 *   (`editorRun.ts`), which runs in plain Node before the start and returns the options of the editor.
 * - The window shows a `.code-workspace` with one empty folder. A suite that needs files adds a folder:
 *   `await openFolder('name', {'a.ts': '…'})`.
 * - After the run, the harness searches the editor's folders for every token that `useToken` noted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import type { ServiceApi } from '../../src/extension/publicApi.ts';
import { outputMark, type HostResult } from './editorRun.ts';
import { collectRecords, type TestRecord } from './testRecords.ts';

/** Makes a folder with files in the run's temporary folder and adds it to the window. */
export async function openFolder(
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<vscode.WorkspaceFolder> {
  const path = join(runFolder(), 'workspace', name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  const uri = vscode.Uri.file(path);
  const added = new Promise<void>((resolve) => {
    const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      if (!vscode.workspace.getWorkspaceFolder(uri)) return;
      subscription.dispose();
      resolve();
    });
  });
  vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders?.length ?? 0, 0, { uri, name });
  await added;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) throw new Error(`The window did not take the folder ${name}.`);
  return folder;
}

/** Opens a file of a folder, and shows it. */
export async function showFile(folder: vscode.WorkspaceFolder, path: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, path));
  await vscode.window.showTextDocument(document);
  return document;
}

/** More presses than a question needs. Without a limit, those of a test that has failed would answer in the next ones. */
const mostPresses = 1000;

/** Runs the command that answers an input box of ours, as Enter or Escape does, until the question is answered. */
export async function answering<T>(command: string, asking: Thenable<T>): Promise<T> {
  const state = { isAnswered: false };
  const done = Promise.resolve(asking).finally(() => (state.isAnswered = true));
  // The command does nothing while no box is open yet.
  for (let presses = 0; presses < mostPresses && !state.isAnswered; presses++) {
    await vscode.commands.executeCommand(command);
    await new Promise(setImmediate);
  }
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  return done;
}

/** Returns the extension of this repository. */
export function ownExtension(): vscode.Extension<ServiceApi> {
  const found = vscode.extensions.getExtension<ServiceApi>('service.service-ide');
  if (!found) throw new Error('The editor does not know the extension.');
  return found;
}

/** Resolves with the API of the extension when it has read the connections. */
export async function readyApi(): Promise<ServiceApi> {
  const api = await ownExtension().activate();
  await api.ready;
  return api;
}

/** Runs the tests that `load` defines. The bundle made by `scripts/testEditor.ts` calls it. */
export async function runTests(load: () => void): Promise<void> {
  const print = (line: string): void => console.log(outputMark + line);
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => print(format(...args));
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: 60_000,
    forbidOnly: true,
    failZero: true,
    ...(process.env.SERVICE_TEST_GREP ? { grep: process.env.SERVICE_TEST_GREP } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, 'tests', mocha);
  load();
  let records: readonly TestRecord[] = [];
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    records = collectRecords(runner);
  });
  const result: HostResult = { passed: stats?.passes ?? 0, failed: stats?.failures ?? 1, records };
  writeFileSync(join(runFolder(), 'result.json'), JSON.stringify(result));
}

function runFolder(): string {
  const folder = process.env.SERVICE_TEST_FOLDER;
  if (folder === undefined) throw new Error('SERVICE_TEST_FOLDER is not set: run npm run test:editor.');
  return folder;
}
