import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askAgent, chatCommand } from '../../src/extension/issues/issueActions.ts';
import { platformWords } from '../../src/core/api/texts.ts';
import type { Finding, FindingState } from '../../src/core/issues/finding.ts';
import { fixGate } from '../../src/extension/issues/gateFixer.ts';
import { folderGate } from '../harness/folderGate.ts';
import { findingWith } from '../support/findings.ts';
import { hostileText } from '../support/hostileText.ts';
import { startServer } from '../support/httpServer.ts';
import { apiAt } from '../support/platformStub.ts';

const uri = vscode.Uri.file('/elsewhere/src/a.js');
const gate = folderGate({ uri: vscode.Uri.file('/elsewhere'), name: 'elsewhere', index: 0 });
const shown = {
  uri,
  gate,
  finding: findingWith({ key: 'issue-1', rule: 'js:S1', message: 'Remove "this".', line: 3 }),
  range: new vscode.Range(2, 4, 2, 9),
  related: [],
  isBehindGate: false,
  readAt: 0,
};
const prompt =
  'Explain the issue issue-1 of rule js:S1 in /elsewhere/src/a.js, range 3:5-3:10, and fix it. Message of the analyzer: "Remove \\"this\\"."';

describe('the prompt about an issue', () => {
  const { executeCommand, getCommands } = vscode.commands;
  const { getConfiguration } = vscode.workspace;
  let calls: unknown[][] = [];
  let known: string[] = [];
  let isOff = false;

  before(() => {
    // The editor of the tests has AI features off, and its older version refuses to write a setting that it does not know.
    Object.assign(vscode.workspace, {
      getConfiguration: (section?: string, scope?: vscode.ConfigurationScope) =>
        section === 'chat' ? { get: () => isOff } : getConfiguration(section, scope),
    });
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
  beforeEach(() => {
    calls = [];
    known = [chatCommand];
  });
  after(() => {
    Object.assign(vscode.commands, { executeCommand, getCommands });
    Object.assign(vscode.workspace, { getConfiguration });
  });

  it('opens in the chat of the editor with issue, rule, file and range, and is not sent', async () => {
    await askAgent(shown);
    assert.deepEqual(calls, [[chatCommand, { query: prompt, mode: 'agent', isPartialQuery: true }]]);
  });

  it('has no character that the user does not see', async () => {
    const hidden = `a${String.fromCodePoint(0xe0041)}\u202Eb\nc`;
    await askAgent({ ...shown, finding: { ...shown.finding, key: hidden, rule: hidden, message: hidden } });
    assert.equal(calls.length, 1);
    assert.doesNotMatch(JSON.stringify(calls), /[\p{Cc}\p{Cf}]/u);
  });

  it('about a whole gate has what is left of it at its present lines, and each text of the platform as data', async () => {
    await using server = await startServer((_, response) =>
      response.end(JSON.stringify({ rule: { key: 'js:S1', name: hostileText } })),
    );
    const api = apiAt(server.url);
    const findings = ['open', 'edited', 'closed'].map((key) => ({
      ...shown.finding,
      key,
      rule: key === 'open' ? hostileText : 'js:S1',
      message: hostileText,
      path: `src/${key}.js`,
    }));
    const conditions = [{ status: 'ERROR', metricKey: 'new_violations' }] as const;
    const groups = [{ conditions, findings, unread: 0, isComplete: true }] as const;
    const services = {
      listings: {
        failedGate: () => Promise.resolve(gate),
        read: () => Promise.resolve({ groups, findings, isNewCodeOnly: true }),
        statesIn: () => (finding: Finding) => finding.key as FindingState,
      },
      diagnostics: { find: () => ({ ...shown, range: new vscode.Range(8, 0, 8, 4) }) },
      apiFor: () => Promise.resolve(api),
    };
    await fixGate(undefined, services);
    const [, options] = calls[0] as [string, { query: string; mode: string; isPartialQuery: boolean }];
    assert.deepEqual([options.mode, options.isPartialQuery], ['agent', true]);
    const lines = options.query.split('\n');
    const entries = lines.slice(lines.indexOf('<data>') + 1, lines.indexOf('</data>'));
    assert.equal(lines.filter((line) => line === '</data>').length, 1);
    assert.doesNotMatch(options.query, /[\p{Cf}`]|<(?!\/?data>)/u);
    assert.deepEqual(
      entries.map((line) => JSON.parse(line) as unknown),
      [
        { condition: 'new_violations' },
        {
          file: '/elsewhere/src/open.js',
          line: 9,
          kind: 'issue',
          rule: hostileText,
          ruleName: platformWords(hostileText),
          severity: 'MAJOR',
          message: hostileText,
        },
      ],
    );
  });

  it('is in the clipboard where the editor has no chat, or the user has switched it off', async () => {
    known = [];
    await askAgent(shown);
    known = [chatCommand];
    isOff = true;
    await askAgent(shown);
    assert.deepEqual(calls, []);
  });
});
