import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { startServer, type TestServer } from '../../../support/httpServer.ts';
import { goodToken } from '../../../support/platformAnswers.ts';
import {
  expectCleanEnd,
  request,
  startNetworkServer,
  startToolServer,
  type Environment,
  type ToolServerProcess,
} from '../../../support/toolServer.ts';
import { fieldOf } from '../../../support/lists.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Not `fetch`, which allows neither a Host nor an Origin header of one's own. */
async function call(
  url: string,
  headers: OutgoingHttpHeaders,
  body = request(1, 'tools/list'),
  method = 'POST',
): Promise<Answer> {
  const accept = 'application/json, text/event-stream';
  const sent = send(url, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
  });
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

const bearer = { Authorization: `Bearer ${goodToken}` };

const startHttp = (environment: Environment, ...args: readonly string[]) =>
  startNetworkServer(environment, ['--transport', 'http', ...args]);

function namesIn({ body }: Answer): string[] {
  return [...body.matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name);
}

describe('tool server over HTTP', () => {
  let platform: TestServer;
  let server: ToolServerProcess & { readonly url: string };
  /** Open requests of the platform that never answers. */
  let hanging: IncomingMessage[] = [];
  let reached: () => void = () => undefined;

  before(async () => {
    platform = await startServer((incoming, response) => {
      const { authorization } = incoming.headers;
      const known = authorization === `Basic ${Buffer.from(`${goodToken}:`).toString('base64')}`;
      if (incoming.url?.includes('hang')) {
        hanging.push(incoming);
        reached();
      } else if (incoming.url?.startsWith('/api/system/status'))
        response.end('{"status":"UP","version":"26.9.0.1"}');
      else if (!known) response.writeHead(401).end();
      else if (incoming.url?.startsWith('/api/users/current'))
        response.end('{"isLoggedIn":true,"login":"ada"}');
      else response.writeHead(404).end('{"errors":[{"msg":"Unknown"}]}');
    });
    server = await startHttp(
      { SERVICE_URL: platform.url },
      '--rate-limit',
      '0',
      '--allowed-origin',
      'tools.example',
    );
  });
  after(async () => {
    server.child.kill('SIGKILL');
    await platform.stop();
  });

  it('serves the official client [TS3]', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: bearer } }),
    );
    assert.equal((await client.listTools()).tools.length, 20);
    const { structuredContent } = await client.callTool({ name: 'ping_system', arguments: {} });
    assert.deepEqual(structuredContent, {
      response: 'pong',
      url: platform.url,
      version: '26.9.0.1',
      login: 'ada',
    });
    await client.close();
  });

  it('refuses a request without token and says how to send one [TV2]', async () => {
    const answer = await call(server.url, {});
    assert.equal(answer.status, 401);
    const { origin } = new URL(server.url);
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    assert.equal(answer.headers['www-authenticate'], `Bearer realm="service", ${metadata}`);
    assert.match(answer.body, /Authorization: Bearer/);
    const basic = await call(server.url, { Authorization: 'Basic YTpi' });
    assert.equal(basic.status, 401);
    assert.equal(
      basic.headers['www-authenticate'],
      `Bearer realm="service", error="invalid_request", ${metadata}`,
    );
  });

  it('tells clients without a token on which page of the platform users create one', async () => {
    const { origin } = new URL(server.url);
    for (const path of ['', '/mcp']) {
      const address = `${origin}/.well-known/oauth-protected-resource${path}`;
      const answer = await call(address, {}, '', 'GET');
      assert.equal(answer.status, 200);
      assert.deepEqual(JSON.parse(answer.body), {
        resource: server.url,
        resource_name: 'Service code quality',
        bearer_methods_supported: ['header'],
        resource_documentation: `${platform.url}/account/security/`,
      });
      assert.equal((await call(address, { Host: 'evil.example' }, '', 'GET')).status, 403);
    }
  });

  it('uses the token of each request [TV2] [AU2]', async () => {
    const ping = request(1, 'tools/call', { name: 'ping_system' });
    const [good, bad] = await Promise.all([
      call(server.url, bearer, ping),
      call(server.url, { Authorization: `Bearer squ_${'f'.repeat(40)}` }, ping),
    ]);
    assert.match(good.body, /pong/);
    assert.match(bad.body, /refused the token/);
  });

  it('takes the deprecated token header and warns once per token [AU3]', async () => {
    const own = await startHttp({});
    try {
      const ask = async (token: string): Promise<void> => {
        assert.equal((await call(own.url, { SERVICE_TOKEN: token })).status, 200);
      };
      await ask(goodToken);
      await ask(goodToken);
      await ask(`squ_${'e'.repeat(40)}`);
      await ask(goodToken);
    } finally {
      own.child.kill('SIGTERM');
    }
    // All that it ever said: nothing is still on its way.
    await own.ended();
    assert.equal(own.errors().split('deprecated').length - 1, 2);
    assert.ok(!own.errors().includes(goodToken));
  });

  it('refuses foreign names in the Host header (DNS rebinding) and accepts addresses [W1]', async () => {
    for (const host of [
      'evil.example',
      'evil.example:8080',
      '127.0.0.1.evil.example',
      'localhost@evil.example',
      '[',
    ])
      assert.equal((await call(server.url, { ...bearer, Host: host })).status, 403, host);
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8080', '192.0.2.1', '[2001:db8::1]:8080'])
      assert.equal((await call(server.url, { ...bearer, Host: host })).status, 200, host);
  });

  it('refuses pages of foreign origins, also those that show a token [W1]', async () => {
    const others = ['http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]', 'http://localhost'];
    for (const origin of [
      'https://evil.example',
      'null',
      'nonsense',
      'http://localhost.evil.example',
      ...others,
    ])
      assert.equal((await call(server.url, { ...bearer, Origin: origin })).status, 403, origin);
    const own = new URL(server.url).origin;
    assert.equal((await call(server.url, { ...bearer, Origin: own })).status, 200);
    const allowed = await call(server.url, { ...bearer, Origin: 'https://tools.example' });
    assert.equal(allowed.status, 200);
    assert.equal(allowed.headers['access-control-allow-origin'], 'https://tools.example');
    assert.equal((await call(server.url, { Origin: 'https://tools.example' }, '', 'OPTIONS')).status, 204);
    assert.equal((await call(server.url, { Origin: 'https://evil.example' }, '', 'OPTIONS')).status, 403);
  });

  it('answers other paths, methods, types and bodies with their own status', async () => {
    const { url } = server;
    assert.equal((await call(url.replace('/mcp', '/x'), bearer)).status, 404);
    assert.equal((await call(url.replace('/mcp', '/health'), {}, '', 'GET')).status, 200);
    for (const method of ['GET', 'DELETE', 'PUT'])
      assert.equal((await call(url, bearer, '', method)).status, 405);
    assert.equal((await call(url, { ...bearer, 'Content-Type': 'text/plain' })).status, 415);
    assert.equal((await call(url, bearer, '{')).status, 400);
    assert.equal((await call(url, bearer, JSON.stringify('x'.repeat(3_000_000)))).status, 413);
    assert.equal(
      (await call(url, { ...bearer, 'Transfer-Encoding': 'chunked' }, JSON.stringify('x'.repeat(3_000_000))))
        .status,
      413,
    );
  });

  it('is stateless: a forged session id changes nothing', async () => {
    const plain = await call(server.url, bearer);
    const forged = await call(server.url, { ...bearer, 'Mcp-Session-Id': 'forged' });
    assert.deepEqual([forged.status, forged.body], [plain.status, plain.body]);
    assert.equal(plain.headers['mcp-session-id'], undefined);
  });

  it('narrows the tools by headers and never widens them [A6]', async () => {
    const everything = namesIn(await call(server.url, { ...bearer, SERVICE_TOOLSETS: 'all' }));
    assert.deepEqual(everything, namesIn(await call(server.url, bearer)));
    const issues = namesIn(
      await call(server.url, { ...bearer, SERVICE_TOOLSETS: 'issues', SERVICE_READ_ONLY: 'true' }),
    );
    assert.ok(issues.includes('search_service_issues_in_projects'));
    assert.ok(!issues.includes('change_service_issue_status') && !issues.includes('show_rule'));
    for (const headers of [{ SERVICE_TOOLSETS: 'isues' }, { SERVICE_READ_ONLY: 'yes' }])
      assert.equal((await call(server.url, { ...bearer, ...headers })).status, 400);
    const hidden = request(1, 'tools/call', { name: 'create_webhook', arguments: {} });
    assert.match((await call(server.url, bearer, hidden)).body, /Unknown tool/);
  });

  it('cancels the call when its response is closed', async () => {
    hanging = [];
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    const body = request(1, 'tools/call', { name: 'show_rule', arguments: { key: 'hang:1' } });
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${goodToken}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await arrived;
    const closed = once(hanging[0]?.socket ?? socket, 'close');
    socket.destroy();
    await closed;
  });

  it('counts the messages of a batch, not the requests [N2]', async () => {
    // Six messages at once, sixty a minute.
    using limited = await startHttp({}, '--rate-limit', '60');
    const batch = (size: number): string =>
      JSON.stringify(
        Array.from({ length: size }, (_, id): unknown => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
      );
    const tooLarge = await call(limited.url, bearer, batch(100));
    assert.equal(tooLarge.status, 429);
    assert.match(tooLarge.body, /at most 6/);
    const tokens = ['a', 'b'].map((letter) => ({ Authorization: `Bearer squ_${letter.repeat(40)}` }));
    // Together, because four seconds after the first one there would be room for the second.
    const both = await Promise.all([1, 2].map(() => call(limited.url, tokens[0] ?? {}, batch(5))));
    assert.deepEqual(fieldOf(both, 'status').sort(), [200, 429]);
    assert.equal((await call(limited.url, tokens[1] ?? {}, batch(4))).status, 200);
  });

  it('gives all made-up tokens of an address one quota, and each accepted token its own [N2]', async () => {
    // One a minute per token, two per address for tokens that are not accepted yet.
    using limited = await startHttp({ SERVICE_URL: platform.url }, '--rate-limit', '1');
    const madeUp = async (number: number): Promise<number> => {
      const Authorization = `Bearer squ_${String(number).padStart(40, '0')}`;
      return (await call(limited.url, { Authorization })).status;
    };
    assert.match(
      (await call(limited.url, bearer, request(1, 'tools/call', { name: 'ping_system' }))).body,
      /pong/,
    );
    assert.deepEqual([await madeUp(1), await madeUp(2), await madeUp(3)], [200, 429, 429]);
  });

  it('ends on SIGTERM while a call hangs', async function () {
    const own = await startHttp({ SERVICE_URL: platform.url });
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    call(
      own.url,
      bearer,
      request(1, 'tools/call', { name: 'show_rule', arguments: { key: 'hang:2' } }),
    ).catch(() => undefined);
    await arrived;
    // This limit starts now. It is shorter than the server's wait for an answer of the platform.
    this.timeout(9_000);
    own.child.kill('SIGTERM');
    await expectCleanEnd(own);
  });

  it('says that the port is taken and ends with exit code 1', async () => {
    const second = startToolServer({}, ['--transport', 'http', '--port', new URL(server.url).port]);
    assert.equal(await second.ended(), 1);
    assert.match(second.errors(), /^Port \d+ of 127\.0\.0\.1 is in use\. .*--port 0/m);
  });
});
