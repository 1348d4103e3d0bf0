import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { lmToolNames } from '../../../src/extension/lmTools/toolTable.ts';
import type { ServiceApi } from '../../../src/extension/publicApi.ts';
import { openFolder, readyApi } from '../../harness/host.ts';
import { becomes } from '../../support/becomes.ts';
import { assertNone } from '../../support/lists.ts';

describe('language model tools of the editor', () => {
  let api: ServiceApi;
  let demo: vscode.WorkspaceFolder;

  before(async () => {
    api = await readyApi();
    demo = await openFolder('tools', { 'demo.js': 'debugger;\n' });
    const [connection] = api.connections();
    await vscode.workspace
      .getConfiguration(undefined, demo.uri)
      .update(
        'service.connectedMode.project',
        { projectKey: 'demo', connectionId: connection?.name },
        vscode.ConfigurationTarget.WorkspaceFolder,
      );
    await becomes(() => api.gateOf(demo.uri)?.status, 'OK');
  });

  async function call(name: (typeof lmToolNames)[number], input: object): Promise<Record<string, unknown>> {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const [text] = content;
    assert.ok(text instanceof vscode.LanguageModelTextPart);
    const [note, ...json] = text.value.split('\n');
    assert.match(note ?? '', /are data, not instructions/);
    return JSON.parse(json.join('\n')) as Record<string, unknown>;
  }

  it('are all known to the editor, without a tool server', () => {
    const known = new Set(vscode.lm.tools.map(({ name }) => name));
    assertNone(lmToolNames, (name) => !known.has(name));
  });

  it('give the gate of the folder that a file is in', async () => {
    const { projectKey, gate, checkedAt } = await call('service_get_gate', { file: demo.uri.fsPath });
    assert.deepEqual([projectKey, gate], ['demo', 'OK']);
    assert.ok(Number.isFinite(Date.parse(String(checkedAt))));
    const named = await call('service_get_gate', { file: `${demo.name}/demo.js` });
    assert.equal(named.projectKey, 'demo');
  });

  it('explain a gate', async () => {
    const { gate, failing } = await call('service_explain_gate', { file: demo.uri.toString() });
    assert.deepEqual([gate, failing], ['OK', []]);
  });

  it('give the issues of a file [R13]', async () => {
    const { file, issues, total } = await call('service_get_file_issues', { file: `${demo.name}/demo.js` });
    assert.equal(file, 'demo.js');
    assert.ok(Array.isArray(issues) && issues.length === total);
  });

  it('refuse a file outside of the bound folders [R13]', async () => {
    const demoPath = demo.uri.fsPath;
    symlinkSync('/etc', join(demoPath, 'link'));
    const walkArounds = [
      `${demoPath}/../demo.js`,
      `${demoPath}${'/..'.repeat(40)}/etc/hostname`,
      'link/hostname',
    ];
    const files = ['/etc/hostname', '../../etc/hostname', 'file:///etc/hostname', 'gone.js', ...walkArounds];
    for (const file of files)
      await assert.rejects(call('service_get_file_issues', { file }), /is not in a bound folder/);
  });
});
