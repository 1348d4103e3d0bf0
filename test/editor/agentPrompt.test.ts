import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askAgent, chatCommand } from '../../src/extension/issues/issueActions.ts';
import { qualityConnection as connection } from '../support/qualityConnection.ts';

const uri = vscode.Uri.file('/elsewhere/src/a.js');
const shown = {
  uri,
  project: {
    connection,
    project: 'shop',
    root: vscode.Uri.file('/elsewhere'),
    openedFolder: vscode.Uri.file('/elsewhere'),
    version: undefined,
  },
  finding: {
    kind: 'issue' as const,
    key: 'issue-1',
    rule: 'js:S1',
    message: 'Remove "this".',
    severity: 'MAJOR',
    path: 'src/a.js',
    line: 3,
    range: undefined,
    related: [],
    hash: undefined,
    transitions: [],
    assignee: undefined,
    createdAt: undefined,
  },
  range: new vscode.Range(2, 4, 2, 9),
  related: [],
  isBehindGate: false,
  readAt: 0,
};
const prompt =
  'Explain the issue issue-1 of rule js:S1 in /elsewhere/src/a.js, range 3:5-3:10, and fix it. Message of the analyzer: "Remove \\"this\\"."';

describe('the prompt about an issue', () => {
  const { executeCommand, getCommands } = vscode.commands;
  let calls: unknown[][] = [];
  let known: string[] = [];

  before(() => {
    // No agent is signed in, so the chat of the editor cannot answer.
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command !== chatCommand) return executeCommand(command, ...args);
        calls.push([command, ...args]);
        return Promise.resolve();
      },
      getCommands: () => Promise.resolve(known),
    });
  });
  after(() => {
    Object.assign(vscode.commands, { executeCommand, getCommands });
  });

  it('opens in the chat of the editor with issue, rule, file and range, and is not sent', async () => {
    calls = [];
    known = [chatCommand];
    await askAgent(shown);
    assert.deepEqual(calls, [[chatCommand, { query: prompt, mode: 'agent', isPartialQuery: true }]]);
  });

  it('has no character that the user does not see', async () => {
    calls = [];
    known = [chatCommand];
    const hidden = `a${String.fromCodePoint(0xe0041)}\u202Eb\nc`;
    await askAgent({ ...shown, finding: { ...shown.finding, key: hidden, rule: hidden, message: hidden } });
    assert.equal(calls.length, 1);
    assert.doesNotMatch(JSON.stringify(calls), /[\p{Cc}\p{Cf}]/u);
  });

  it('is in the clipboard where the editor has no chat', async () => {
    calls = [];
    known = [];
    await askAgent(shown);
    assert.deepEqual(calls, []);
  });
});
