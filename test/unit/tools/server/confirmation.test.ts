import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { questionOf } from '../../../../src/tools/definition/confirmation.ts';
import { programArguments, startNetworkServer } from '../../../support/toolServer.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';

type Reply = 'accept' | 'decline' | 'cancel';

describe('tools that delete or change many items', () => {
  const { platform, admin } = usePlatform();

  before(async () => {
    await admin.project('shop');
  });

  const environment = (): Record<string, string> => ({
    SERVICE_URL: platform.url,
    SERVICE_TOKEN: platform.token,
    SERVICE_TOOLSETS: 'all',
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
        const env = environment();
        await client.connect(
          new StdioClientTransport({ command: process.execPath, args: programArguments, env }),
        );
        try {
          await use(client, asked);
        } finally {
          await client.close();
        }
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
