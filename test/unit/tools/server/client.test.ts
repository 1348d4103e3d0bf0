import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { questionOf } from '../../../../src/tools/definition/confirmation.ts';
import { programArguments, request, startNetworkServer, startSession } from '../../../support/toolServer.ts';
import { fieldOf } from '../../../support/lists.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';

const environmentOf = ({ url, token }: { readonly url: string; readonly token: string }) => ({
  SERVICE_URL: url,
  SERVICE_TOKEN: token,
  SERVICE_TOOLSETS: 'all',
});

/** Connects a client with a tool server over stdio during the work. */
async function overStdio(
  client: Client,
  env: Record<string, string>,
  work: () => Promise<void>,
): Promise<void> {
  await client.connect(new StdioClientTransport({ command: process.execPath, args: programArguments, env }));
  try {
    await work();
  } finally {
    await client.close();
  }
}

describe('official client over stdio', () => {
  const { platform, admin } = usePlatform();

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
    await overStdio(client, { ...environmentOf(platform), ...extra }, () => use(client));
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
    using server = await startSession(environmentOf(platform));
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

type Reply = 'accept' | 'decline' | 'cancel';

describe('tools that delete or change many items', () => {
  const { platform, admin } = usePlatform();

  before(async () => {
    await admin.project('shop');
  });

  const startHttp = () =>
    startNetworkServer({ SERVICE_URL: platform.url, SERVICE_TOOLSETS: 'all' }, ['--transport', 'http']);

  async function newWebhook(): Promise<string> {
    const order = { name: 'ci', url: 'https://hooks.example', project: 'shop' };
    return (await admin.post<{ webhook: { key: string } }>('webhooks/create', order)).webhook.key;
  }

  async function webhooks(): Promise<string[]> {
    const { webhooks: listed } = await admin.get<{ webhooks: { key: string }[] }>('webhooks/list', {
      project: 'shop',
    });
    return listed.map(({ key }) => key);
  }

  /** A client that shows questions to its user, who always replies the same; without `reply` it cannot ask. */
  function clientWith(mode: 'legacy' | 'modern', reply: Reply | undefined, asked: string[] = []): Client {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: reply === undefined ? {} : { elicitation: {} },
        versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      },
    );
    if (reply !== undefined)
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return { action: reply, ...(reply === 'accept' && { content: {} }) };
      });
    return client;
  }

  async function remove(client: Client, webhookKey: string, confirm?: boolean): Promise<string> {
    const args = { webhookKey, ...(confirm !== undefined && { confirm }) };
    const { content } = await client.callTool({ name: 'delete_webhook', arguments: args });
    const [first] = content;
    return first?.type === 'text' ? first.text : '';
  }

  for (const mode of ['legacy', 'modern'] as const)
    describe(`over stdio, ${mode === 'legacy' ? '2025-11-25' : '2026-07-28'}`, () => {
      async function withClient(
        reply: Reply | undefined,
        use: (client: Client, asked: string[]) => Promise<void>,
      ): Promise<void> {
        const asked: string[] = [];
        const client = clientWith(mode, reply, asked);
        await overStdio(client, environmentOf(platform), () => use(client, asked));
      }

      it('ask the user of a client that can ask, and run when the user agrees [A3]', () =>
        withClient('accept', async (client, asked) => {
          const key = await newWebhook();
          assert.match(await remove(client, key), new RegExp(`"deletedWebhook":"${key}"`));
          assert.deepEqual(asked, [`Delete the webhook ${key} and the record of its deliveries?`]);
        }));

      for (const reply of ['decline', 'cancel'] as const)
        it(`change nothing when the user answers ${reply}, even if the agent passes confirm [A3]`, () =>
          withClient(reply, async (client, asked) => {
            const key = await newWebhook();
            assert.match(await remove(client, key, true), /declined\. Nothing was changed/);
            assert.equal(asked.length, 1);
            assert.ok((await webhooks()).includes(key));
          }));

      it('require the argument confirm from a client that cannot ask', () =>
        withClient(undefined, async (client) => {
          const key = await newWebhook();
          assert.match(await remove(client, key), /needs the consent of the user.*confirm: true/);
          assert.ok((await webhooks()).includes(key));
          assert.match(await remove(client, key, true), /deletedWebhook/);
        }));
    });

  it('ask again when the answer comes with other arguments than those of the question', async () => {
    using server = await startHttp();
    const call = async (key: string, more: object = {}): Promise<Record<string, unknown>> => {
      const response = await fetch(server.url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${platform.token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'delete_webhook',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'delete_webhook',
            arguments: { webhookKey: key },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
            },
            ...more,
          },
        }),
      });
      const text = await response.text();
      const [, json = text] = /^data: (.*)$/m.exec(text) ?? [];
      return (JSON.parse(json) as { result: Record<string, unknown> }).result;
    };
    const shown = await newWebhook();
    const other = await newWebhook();
    const { resultType, requestState } = await call(shown);
    assert.equal(resultType, 'input_required');
    assert.equal(typeof requestState, 'string');
    const inputResponses = { confirm: { action: 'accept', content: {} } };
    for (const more of [
      { inputResponses, requestState },
      { inputResponses, requestState: 'made up' },
      { inputResponses },
    ]) {
      assert.equal((await call(other, more)).resultType, 'input_required');
      assert.ok((await webhooks()).includes(other));
    }
    await call(shown, { inputResponses, requestState });
    assert.ok(!(await webhooks()).includes(shown));
  });

  it('ask over HTTP with 2026-07-28, and require confirm over HTTP before that', async () => {
    using server = await startHttp();
    const connect = async (client: Client): Promise<Client> => {
      const requestInit = { headers: { Authorization: `Bearer ${platform.token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
      return client;
    };
    const asked: string[] = [];
    const key = await newWebhook();
    const older = await connect(clientWith('legacy', 'accept', asked));
    assert.match(await remove(older, key), /confirm: true/);
    await older.close();
    assert.deepEqual(asked, []);
    const newer = await connect(clientWith('modern', 'accept', asked));
    assert.match(await remove(newer, key), /deletedWebhook/);
    await newer.close();
    assert.equal(asked.length, 1);
  });

  it('name the number of items and show arguments as text on one line [A3]', () => {
    assert.equal(questionOf('Change {keys} issues?', { keys: ['a', 'b'] }), 'Change 2 issues?');
    assert.equal(questionOf('Delete {key}?', { key: 'a\nYes? \u202E' }), 'Delete a\\nYes? \\u202e?');
    assert.equal(questionOf('Delete {key}?', { key: 'x'.repeat(500) })?.length, 'Delete …?'.length + 100);
    assert.equal(questionOf('Delete {key}?', {}), undefined);
  });
});
