import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { programArguments, request, startSession } from '../../../support/toolServer.ts';
import { fieldOf } from '../../../support/lists.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';

describe('official client over stdio', () => {
  const { platform, admin } = usePlatform();
  const environment = (): Record<string, string> => ({
    SERVICE_URL: platform.url,
    SERVICE_TOKEN: platform.token,
    SERVICE_TOOLSETS: 'all',
  });

  before(async () => {
    await admin.project('a:project', 'Alpha');
    await admin.gate('Second', [['violations', 'GT', '0']], 'a:project');
    await admin.analyse('a:project', { files: { 'a.ts': { source: 'x\n', issues: [{ line: 1 }] } } });
  });

  async function withClient(
    extra: Readonly<Record<string, string>>,
    use: (client: Client) => Promise<void>,
  ): Promise<void> {
    const client = new Client({ name: 'test', version: '1' });
    const env = { ...environment(), ...extra };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: programArguments, env }),
    );
    try {
      await use(client);
    } finally {
      await client.close();
    }
  }

  it('lists and calls tools [TS1]', () =>
    withClient({}, async (client) => {
      const { tools } = await client.listTools();
      assert.ok(tools.length > 30);
      const { structuredContent, isError } = await client.callTool({
        name: 'get_changes_since',
        arguments: { projectKey: 'a:project', since: '2020-01-01' },
      });
      assert.ok(!isError);
      assert.equal((structuredContent as { createdTotal: number }).createdTotal, 1);
    }));

  // Line by line: the client drops steps that come in one piece with the answer, as they may.
  it('reports progress before the answer to a client that asked for it', async () => {
    using server = await startSession(environment());
    const call = {
      name: 'get_changes_since',
      arguments: { projectKey: 'a:project', since: '2020-01-01' },
    };
    server.send(request(1, 'tools/call', call));
    assert.equal((await server.next()).id, 1);
    server.send(request(2, 'tools/call', { ...call, _meta: { progressToken: 'mine' } }));
    for (const progress of [1, 2, 3])
      assert.deepEqual((await server.next()).params, { progressToken: 'mine', progress, total: 3 });
    assert.equal((await server.next()).id, 2);
  });

  it('reads the summary of a project and completes its key', () =>
    withClient({}, async (client) => {
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.equal(resourceTemplates[0]?.uriTemplate, 'service://projects/{projectKey}/summary');
      const { contents } = await client.readResource({ uri: 'service://projects/a%3Aproject/summary' });
      const summary = JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;
      assert.equal(summary.gate, 'ERROR');
      assert.equal(summary.projectKey, 'a:project');
      for (const uri of ['service://projects/%/summary', 'service://nope', 'file:///etc/passwd'])
        await assert.rejects(client.readResource({ uri }), /Unknown resource/);
      await assert.rejects(
        client.readResource({ uri: 'service://projects/nope/summary' }),
        /'nope' not found/,
      );
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'review_quality_gate' },
        argument: { name: 'projectKey', value: 'lph' },
      });
      assert.deepEqual(completion.values, ['a:project']);
    }));

  it('gets prompts that name the project', () =>
    withClient({}, async (client) => {
      const { prompts } = await client.listPrompts();
      for (const { name } of prompts) {
        const { messages } = await client.getPrompt({
          name,
          arguments: { projectKey: 'a:project', branch: 'b' },
        });
        assert.match((messages[0]?.content as { text: string }).text, /the project a:project, branch b/);
        await assert.rejects(client.getPrompt({ name, arguments: {} }), /projectKey/);
      }
    }));

  it('needs no project key where there is a default project', () =>
    withClient({ SERVICE_PROJECT_KEY: 'a:project' }, async (client) => {
      const { tools } = await client.listTools();
      assert.ok(tools.every(({ inputSchema }) => !('projectKey' in (inputSchema.properties ?? {}))));
      const { isError } = await client.callTool({ name: 'list_branches', arguments: {} });
      assert.ok(!isError);
      const { resources } = await client.listResources();
      assert.deepEqual(fieldOf(resources, 'uri'), ['service://projects/a%3Aproject/summary']);
      const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
      assert.match((contents[0] as { text: string }).text, /"gate":"ERROR"/);
      const { messages } = await client.getPrompt({ name: 'catch_up' });
      assert.match((messages[0]?.content as { text: string }).text, /the project a:project/);
    }));
});
