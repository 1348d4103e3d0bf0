import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readyApi } from '../../harness/host.ts';
import { becomes } from '../../support/becomes.ts';
import { toolServerProcesses } from '../../support/toolServerProcesses.ts';

describe('tool server in the editor', () => {
  let serverUrl: string;
  /** What *MCP: List Servers* calls it: the extension's id and the server's label. */
  let serverId: string;

  before(async () => {
    const api = await readyApi();
    const [connection] = api.connections();
    assert.ok(connection?.kind === 'server');
    ({ serverUrl } = connection);
    serverId = `service.service-ide/Service: ${connection.name}`;
  });

  /** The editor's name of a tool has its server's before it. */
  const toolNamed = (name: string): vscode.LanguageModelToolInformation | undefined =>
    vscode.lm.tools.find((tool) => tool.name.startsWith('mcp_') && tool.name.endsWith(`_${name}`));

  async function call(name: string, input: object): Promise<unknown> {
    const tool = toolNamed(name);
    assert.ok(tool, name);
    const { content } = await vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined });
    const [text] = content;
    assert.ok(text instanceof vscode.LanguageModelTextPart);
    return JSON.parse(text.value);
  }

  it('is started by the editor, which then has its tools [TS1]', async () => {
    // What *Start Server* of that list does.
    await vscode.commands.executeCommand('workbench.mcp.startServer', serverId);
    await becomes(() => toolNamed('ping_system') !== undefined, true);
    assert.ok(toolNamed('get_project_quality_gate_status')?.inputSchema);
  });

  it('answers the editor from the platform of its connection, under its token', async () => {
    const answer = await call('get_project_quality_gate_status', { projectKey: 'demo' });
    assert.deepEqual(answer, { status: 'OK', conditions: [], ignoredConditions: false });
  });

  it('gets the token in its environment, which no list of processes shows [U4] [TV1]', () => {
    const [own, ...others] = toolServerProcesses(serverUrl);
    assert.deepEqual(others, []);
    assert.match(own?.token ?? '', /^squ_/);
    assert.ok(!own?.command.includes(own.token ?? ''));
  });
});
