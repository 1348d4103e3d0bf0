import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mountToolServer } from '../../../../src/tools/server/mountToolServer.ts';
import { dialectOf } from '../../../../src/emulator/dialect.ts';
import { startEmulator } from '../../../../src/emulator/emulator.ts';
import { toolCatalogue } from '../../../../src/tools/catalogue/toolCatalogue.ts';
import { Provisioner } from '../../../contract/provision.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';

/** The first organization of a platform in cloud mode. */
const firstOrganization = 'demo-org';

/** A client of the platform's own tool server. */
async function connected(
  { url }: { readonly url: string },
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

/** Status of a bare request; `fetch` allows no Host header of one's own. */
async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const sent = send(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
  sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('tool server of the platform itself', () => {
  const { platform } = usePlatform({ mountHandlers: mountToolServer });
  let client: Client;

  before(async () => {
    const admin = new Provisioner(platform.url, platform.token);
    await admin.project('hosted', 'Hosted');
    await admin.gate('None', [['violations', 'GT', '0']], 'hosted');
    await admin.analyse('hosted', { files: { 'a.ts': { source: 'x\n', issues: [{ line: 1 }] } } });
    client = await connected(platform, platform.token);
  });
  after(async () => {
    await client.close();
  });

  it('offers a part of the tools, none of which writes [TS6]', async () => {
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint));
    assert.ok(tools.length < toolCatalogue.length / 2);
    const names = tools.map(({ name }) => name);
    for (const name of ['ping_system', 'search_my_service_projects', 'explain_quality_gate'])
      assert.ok(names.includes(name), name);
  });

  it('does not let a client widen these toolsets [TS6]', async () => {
    const wide = await connected(platform, platform.token, {
      SERVICE_TOOLSETS: 'all',
      SERVICE_READ_ONLY: 'false',
    });
    assert.deepEqual(await namesOf(wide), await namesOf(client));
    await assert.rejects(
      wide.callTool({ name: 'create_webhook', arguments: { name: 'x', url: 'http://x' } }),
      /Unknown tool/,
    );
    await wide.close();
  });

  it('answers about this platform under the token of the request', async () => {
    const ping = await client.callTool({ name: 'ping_system', arguments: {} });
    assert.deepEqual(
      (({ response, login, url }) => ({ response, login, url }))(
        ping.structuredContent as Record<string, unknown>,
      ),
      { response: 'pong', login: 'admin', url: platform.url },
    );
    const why = await client.callTool({ name: 'explain_quality_gate', arguments: { projectKey: 'hosted' } });
    assert.equal((why.structuredContent as { gate: string }).gate, 'ERROR');
    const stranger = await connected(platform, `squ_${'0'.repeat(40)}`);
    const { isError } = await stranger.callTool({ name: 'ping_system', arguments: {} });
    assert.equal(isError, true);
    await stranger.close();
  });

  it('refuses requests without a token and those of a page that rebinds DNS', async () => {
    const url = `${platform.url}/mcp`;
    const authorization = `Bearer ${platform.token}`;
    assert.equal(await statusOf(url, {}), 401);
    assert.equal(await statusOf(url, { authorization, host: 'evil.example' }), 403);
    assert.equal(await statusOf(url, { authorization, origin: 'https://evil.example' }), 403);
    assert.equal(await statusOf(`${url}?x=1`, { authorization }), 406);
  });

  it('leaves every other path to the platform', async () => {
    const { status } = (await (await fetch(`${platform.url}/api/system/status`)).json()) as {
      status: string;
    };
    assert.equal(status, 'UP');
    const page = await fetch(`${platform.url}/mcp/x`);
    assert.match(page.headers.get('content-type') ?? '', /html/);
  });

  it('keeps serving while the emulator plays another version', async () => {
    for (const serverVersion of ['9.9.0', '26.9.0']) {
      platform.control({ dialect: dialectOf(serverVersion) ?? assert.fail() });
      const { structuredContent } = await client.callTool({ name: 'ping_system', arguments: {} });
      assert.match((structuredContent as { version: string }).version, new RegExp(`^${serverVersion}`));
    }
  });

  it('takes the organization of the request on the cloud, and lists those there are', async () => {
    const cloud = await startEmulator({ cloud: true, mountHandlers: mountToolServer });
    try {
      const without = await connected(cloud, cloud.token);
      const answer = await without.callTool({ name: 'list_quality_gates', arguments: {} });
      assert.equal(answer.isError, true);
      assert.match(JSON.stringify(answer.content), new RegExp(firstOrganization));
      await without.close();
      const withOne = await connected(cloud, cloud.token, { SERVICE_ORG: firstOrganization });
      const { isError } = await withOne.callTool({ name: 'list_quality_gates', arguments: {} });
      assert.ok(!isError);
      await withOne.close();
    } finally {
      await cloud.stop();
    }
  });

  it('is served at /mcp of the platform that service-cli starts', async () => {
    const main = join(import.meta.dirname, '../../../../src/entrypoints/emulator.ts');
    const child = spawn(process.execPath, [main, 'platform', 'start', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const started = JSON.parse(line) as { url: string; token: string };
      const other = await connected(started, started.token);
      assert.deepEqual(await namesOf(other), await namesOf(client));
      await other.close();
    } finally {
      child.kill('SIGTERM');
    }
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
