import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/core/disposables.ts';
import { Emitter } from '../../src/core/events.ts';
import type { Finding } from '../../src/core/issues/finding.ts';
import { FilePositions } from '../../src/core/issues/positions.ts';
import { bindableFolder } from '../../src/extension/host/bindableFolder.ts';
import { FindingStore } from '../../src/extension/issues/findingStore.ts';
import type { FolderGate } from '../../src/extension/gates/folderGates.ts';
import { boundProjectOf } from '../../src/extension/issues/boundFiles.ts';
import { IssueDiagnostics } from '../../src/extension/issues/issueDiagnostics.ts';
import { openFolder } from '../harness/host.ts';
import { ownProblems } from '../harness/problems.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

const finding: Finding = {
  key: 'i-1',
  kind: 'issue',
  rule: 'js:S1',
  severity: 'MAJOR',
  message: 'Remove this.',
  path: 'a.js',
  line: 1,
  range: { startLine: 1, endLine: 1, startOffset: 0, endOffset: 3 },
  hash: undefined,
  transitions: ['accept'],
  assignee: undefined,
  createdAt: undefined,
};
const text = 'one();\n';

describe('problems of the findings behind a gate', () => {
  const scope = new DisposableStore();
  const changed = new Emitter<void>(() => undefined);
  let now = 0;
  let gates: readonly FolderGate[];
  let uri: vscode.Uri;
  let diagnostics: IssueDiagnostics;

  before(async () => {
    const folder = await openFolder('behindGate', { 'a.js': text });
    uri = vscode.Uri.joinPath(folder.uri, 'a.js');
    const gate = { status: 'ERROR', hidden: false } as const;
    const bound = {
      folder: bindableFolder(folder),
      connection: qualityConnection,
      projectKey: 'p',
      projectName: 'P',
      gate,
      muted: false,
    };
    gates = [bound];
    const clock = {
      now: () => now,
      setTimer: () => ({ dispose: () => undefined }),
    };
    const log = new CollectingLog();
    const store = new FindingStore({
      apiFor: () => Promise.resolve(undefined),
      isNewCodeOnly: () => true,
      ...{ clock, log },
    });
    diagnostics = scope.add(
      new IssueDiagnostics({
        ...{ store, clock, log },
        gates: () => gates,
        onDidChangeGates: changed.event,
        isOn: () => false,
        baseUrlOf: () => 'https://quality.example',
      }),
    );
    diagnostics.start();
  });
  after(() => {
    scope.dispose();
  });

  /** Shows the finding as the platform lists it now. */
  function show() {
    const [gate] = gates;
    assert.ok(gate);
    const positions = new FilePositions([finding], text);
    return diagnostics.addGate({ uri, project: boundProjectOf(gate), positions, readAt: now }, text);
  }

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

  it('disappear when the folder is unbound', () => {
    show();
    assert.equal(ownProblems(uri).length, 1);
    const before = gates;
    gates = [];
    changed.fire();
    assert.equal(ownProblems(uri).length, 0);
    gates = before;
  });
});
