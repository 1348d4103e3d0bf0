import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/core/disposables.ts';
import { Emitter } from '../../src/core/events.ts';
import { FilePositions } from '../../src/core/issues/positions.ts';
import { FindingStore } from '../../src/extension/issues/findingStore.ts';
import type { FolderGate } from '../../src/extension/gates/folderGates.ts';
import { IssueDiagnostics } from '../../src/extension/issues/issueDiagnostics.ts';
import { folderGate } from '../harness/folderGate.ts';
import { openFolder } from '../harness/host.ts';
import { becomes } from '../support/becomes.ts';
import { ownProblems } from '../harness/problems.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { findingWith } from '../support/findings.ts';

const finding = findingWith({
  key: 'i-1',
  rule: 'js:S1',
  message: 'Remove this.',
  path: 'a.js',
  range: { startLine: 1, endLine: 1, startOffset: 0, endOffset: 3 },
  related: [{ message: '', range: { startLine: 2, endLine: 2, startOffset: 0, endOffset: 3 } }],
  transitions: ['accept'],
});
const text = 'const first = one(prices);\nconst second = two(prices);\n';

/** Resolves as soon as the editor reports changes in the folder, which it begins to watch some time after it is added. */
async function isWatched(folder: vscode.Uri): Promise<void> {
  const file = vscode.Uri.joinPath(folder, 'watched.txt');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, 'watched.txt'));
  let events = 0;
  watcher.onDidCreate(() => events++);
  watcher.onDidChange(() => events++);
  let writes = 0;
  try {
    await becomes(() => {
      if (events === 0) writeFileSync(file.fsPath, String(writes++));
      return Promise.resolve(events > 0);
    }, true);
  } finally {
    watcher.dispose();
  }
}

describe('problems of the findings behind a gate', () => {
  const scope = new DisposableStore();
  const changed = new Emitter<void>(() => undefined);
  let now = 0;
  let bound: FolderGate;
  let gates: readonly FolderGate[];
  let uri: vscode.Uri;
  let diagnostics: IssueDiagnostics;

  before(async () => {
    const folder = await openFolder('behindGate', { 'a.js': text });
    uri = vscode.Uri.joinPath(folder.uri, 'a.js');
    await isWatched(folder.uri);
    bound = folderGate(folder);
    gates = [bound];
    const services = {
      allGates: () => gates,
      onDidChange: changed.event,
      apiFor: () => Promise.resolve(undefined),
      baseUrlOf: () => 'https://quality.example',
      clock: { now: () => now, setTimer: () => ({ dispose: () => undefined }) },
      log: new CollectingLog(),
    };
    const store = new FindingStore({ ...services, isNewCodeOnly: () => true });
    diagnostics = scope.add(new IssueDiagnostics({ ...services, store, isOn: () => false }));
    diagnostics.start();
  });
  after(() => scope.dispose());

  /** Shows a finding as the platform lists it now. */
  function show(one = finding, shownText = text) {
    const positions = new FilePositions([one], text);
    return diagnostics.addGate({ uri, gate: bound, positions, readAt: now }, shownText);
  }

  it('name the related places of the finding', () => {
    show();
    const [problem] = ownProblems(uri);
    const places = problem?.relatedInformation?.map(({ location, message }) => ({
      message,
      uri: location.uri.toString(),
      line: location.range.start.line,
    }));
    assert.deepEqual(places, [{ message: 'Related place', uri: uri.toString(), line: 1 }]);
  });

  it('name what is to be fixed, and lead to its page, for each kind of finding', () => {
    const shown = (['hotspot', 'uncovered', 'partlyCovered', 'duplicated'] as const).map((kind) => {
      const message = kind === 'hotspot' ? 'Check this.' : '';
      show({ ...finding, kind, key: kind, rule: undefined, message });
      const [problem] = ownProblems(uri);
      const { value, target } = problem?.code as { value: string; target: vscode.Uri };
      return [problem?.message, value, problem?.severity, `${target.path}?${target.query}`];
    });
    const { Information, Warning } = vscode.DiagnosticSeverity;
    const file = '/code?id=shop&selected=shop:a.js';
    const untested = 'Not covered by tests. Add a test that runs this code.';
    const halfTested = 'Partly covered by tests. Add a test for each outcome of the conditions.';
    const copied = 'Duplicated code. Move it to one place, and use it from there.';
    assert.deepEqual(
      shown.map(([message, value, severity, page]) => [
        message,
        value,
        severity,
        decodeURIComponent(String(page)),
      ]),
      [
        ['Check this.', 'Security hotspot', Warning, '/security_hotspots?id=shop&hotspots=hotspot'],
        [untested, 'Coverage', Information, file],
        [halfTested, 'Coverage', Information, file],
        [copied, 'Duplicated lines', Information, file],
      ],
    );
    show();
  });

  it('are hidden after the user has closed the finding, while the platform may still list it', () => {
    const [shown] = show();
    assert.ok(shown);
    assert.equal(ownProblems(uri).length, 1);
    diagnostics.setClosed(shown, true);
    assert.equal(ownProblems(uri).length, 0);
    now += 10_000;
    assert.deepEqual(show(), []);
  });

  it('are shown again if the platform still lists the finding later, because somebody has opened it again', () => {
    now += 60_000;
    assert.equal(show().length, 1);
    assert.equal(ownProblems(uri).length, 1);
  });

  it('have the list drawn again when states change, and not when findings are placed whose states stay', () => {
    diagnostics.clearGate(bound);
    let events = 0;
    const listener = diagnostics.onDidChangeStates(() => events++);
    show();
    diagnostics.clearGate(bound);
    assert.equal(events, 0);
    show(finding, text.replace('one(prices)', 'one(all)'));
    assert.equal(events, 1);
    show();
    assert.equal(events, 2);
    listener.dispose();
  });

  it('are open, probably fixed once their line is edited, open after the edit is taken back, then closed', async () => {
    const [shown] = show();
    assert.ok(shown);
    const state = () => diagnostics.statesIn(uri, now)(finding);
    assert.equal(state(), 'open');
    writeFileSync(uri.fsPath, text.replace('one(prices)', 'one(all)'));
    await becomes(() => state(), 'edited');
    writeFileSync(uri.fsPath, text);
    await becomes(() => state(), 'open');
    diagnostics.setClosed(shown, true);
    assert.equal(state(), 'closed');
    diagnostics.setClosed(shown, false);
    assert.equal(state(), 'open');
  });

  it('disappear when the folder is unbound', () => {
    show();
    assert.equal(ownProblems(uri).length, 1);
    gates = [];
    changed.fire();
    assert.equal(ownProblems(uri).length, 0);
    gates = [bound];
  });

  it('disappear when the gate has passed, but not before', () => {
    show();
    changed.fire();
    assert.equal(ownProblems(uri).length, 1);
    gates = [{ ...bound, gate: { status: 'OK', hidden: false } }];
    changed.fire();
    assert.equal(ownProblems(uri).length, 0);
    gates = [bound];
  });

  const linesOfProblems = () => Promise.resolve(ownProblems(uri).map(({ range }) => range.start.line));

  it('follow a closed file that another program changes', async () => {
    show();
    writeFileSync(uri.fsPath, `// Written by a program.\n${text}`);
    await becomes(linesOfProblems, [1]);
  });

  it('disappear when another program makes another file of it', async () => {
    writeFileSync(uri.fsPath, Buffer.from([0, 1, 2, 255, 254, 10, 0]));
    await becomes(linesOfProblems, []);
    writeFileSync(uri.fsPath, text);
    await becomes(linesOfProblems, [0]);
  });

  it('are on the lines of the file again after edits were closed without saving', async () => {
    // The editor keeps a document for minutes that the API has opened.
    await vscode.commands.executeCommand('vscode.open', uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '// Not saved.\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    show();
    assert.deepEqual(await linesOfProblems(), [1]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await becomes(linesOfProblems, [0]);
  });

  it('disappear when another program deletes the file', async () => {
    show();
    rmSync(uri.fsPath);
    await becomes(linesOfProblems, []);
    writeFileSync(uri.fsPath, text);
  });

  // The last of the rows: a file that comes back and goes again at once is no change for the watcher.
  it('disappear when the user renames the file', async () => {
    show();
    const renamed = vscode.Uri.joinPath(uri, '../b.js');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri, renamed);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await becomes(linesOfProblems, []);
    assert.deepEqual(ownProblems(renamed), []);
  });
});
