import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Api } from '../../src/core/api/client.ts';
import { Emitter } from '../../src/core/events.ts';
import { Failure } from '../../src/core/failures.ts';
import type { GateView } from '../../src/core/gate/gateJournal.ts';
import { DetailsPanels } from '../../src/extension/gates/details/detailsPanels.ts';
import { Settings } from '../../src/extension/host/settings.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { qualityConnection as connection } from '../support/qualityConnection.ts';

const target = { connection, project: 'shop', branch: undefined };

describe('the details of a gate', () => {
  const { createWebviewPanel } = vscode.window;
  let opened: vscode.WebviewPanel | undefined;

  before(() => {
    // The editor gives a panel only to the extension that created it.
    vscode.window.createWebviewPanel = (...args: Parameters<typeof createWebviewPanel>) =>
      (opened = createWebviewPanel(...args));
  });
  after(() => {
    vscode.window.createWebviewPanel = createWebviewPanel;
  });

  /** Panels over a journal that the test writes and questions that it answers. */
  function panels() {
    const changed = new Emitter<void>(assert.ifError);
    const questions: ((failure: Failure) => void)[] = [];
    let gate: GateView = { gate: undefined, hidden: undefined };
    const log = new CollectingLog();
    const shown = new DetailsPanels({
      apiFor: () => new Promise<Api>((_resolve, reject) => questions.push(reject)),
      baseUrlOf: ({ kind }) => `https://${kind}.example`,
      isBound: () => false,
      journal: { changes: () => [], gateOf: () => gate, nameOf: () => 'Shop' },
      settings: new Settings(log),
      onDidChange: changed.event,
      log,
    });
    return {
      shown,
      questions,
      flip: (status: string) => {
        gate = { gate: { status, since: 1, seenAt: 1, branch: undefined } as never, hidden: undefined };
        changed.fire();
      },
      page: () => opened?.webview.html ?? '',
    };
  }

  it('are those of the last request, whichever answer arrives last', async () => {
    const { shown, questions, flip, page } = panels();
    const asked = shown.show(target);
    flip('ERROR');
    const [first, second] = questions;
    assert.ok(first && second);
    second(new Failure('forbidden', 'now'));
    // The first request was superseded, so its old answer must not be shown.
    first(new Failure('timeout', 'before'));
    await asked;
    assert.match(page(), /does not have permission/);
    assert.doesNotMatch(page(), /did not respond in time/);
    shown.dispose();
  });

  it('use the current connection when they are requested again', async () => {
    const { shown, questions, page } = panels();
    const asked = [
      shown.show(target),
      shown.show({ ...target, connection: { ...connection, connectionId: 'Renamed' } }),
    ];
    for (const fail of questions) fail(new Failure('timeout', 'late'));
    await Promise.all(asked);
    assert.match(page(), /Renamed/);
    shown.dispose();
  });
});
