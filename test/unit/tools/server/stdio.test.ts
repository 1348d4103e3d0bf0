import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  expectCleanEnd,
  request,
  startSession,
  startToolServer,
  textOf,
} from '../../../support/toolServer.ts';

/** A platform that takes a connection and answers nothing, and the variables that lead to it. */
async function startSilentPlatform() {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  return {
    environment: { SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_TOKEN: `squ_${'0'.repeat(40)}` },
    reached: once(silent, 'connection').then(([socket]) => socket as Socket),
    [Symbol.dispose]: () => void silent.close(),
  };
}

const listTools = request(1, 'tools/list');
const ping = request(2, 'tools/call', { name: 'ping_system', arguments: {} });

describe('tool server over stdio', () => {
  it('answers without any configuration, with what to configure', async () => {
    using server = await startSession({});
    server.send(listTools);
    const tools = (await server.next()).result?.tools;
    assert.equal(tools?.length, 20);
    assert.ok(tools.some(({ name }) => name === 'ping_system'));
    server.send(ping);
    const answer = await server.next();
    assert.equal(answer.result?.isError, true);
    assert.match(textOf(answer), /SERVICE_URL/);
  });

  it('survives lines that are not messages, and names the refused request', async () => {
    using server = await startSession({});
    for (const [line, id] of [
      ['{"jsonrpc":"2.0",', undefined],
      ['\u0000\uFFFD', undefined],
      ['[]', undefined],
      ['"text"', undefined],
      ['{"id":7,"method":5,"jsonrpc":"2.0"}', 7],
    ] as const) {
      server.send(line);
      const answer = await server.next();
      assert.ok((answer.error?.code ?? 0) < 0, line);
      assert.equal(answer.id, id, line);
    }
    server.send(listTools);
    assert.equal((await server.next()).id, 1);
  });

  it('drops a line of more than 8 MiB with an error and reads on', async () => {
    using server = await startSession({});
    server.send(request(9, 'tools/list', { cursor: 'x'.repeat(9 * 1024 * 1024) }));
    assert.match((await server.next()).error?.message ?? '', /longer than/);
    server.send(listTools);
    assert.equal((await server.next()).id, 1);
  });

  it('answers an unknown method and an unknown tool with an error', async () => {
    using server = await startSession({});
    server.send(request(3, 'nope/nope'));
    assert.equal((await server.next()).error?.code, -32601);
    server.send(request(4, 'tools/call', { name: 'nope' }));
    assert.equal((await server.next()).error?.code, -32602);
  });

  it('cancels a call at the platform when the client does, and goes on', async () => {
    using silent = await startSilentPlatform();
    using server = await startSession(silent.environment);
    server.send(ping);
    const socket = await silent.reached;
    socket.resume();
    const closed = once(socket, 'close');
    server.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }),
    );
    await closed;
    server.send(listTools);
    assert.equal((await server.next()).id, 1);
  });

  it('ends at the end of its input while a call hangs', async function () {
    using silent = await startSilentPlatform();
    using server = await startSession(silent.environment);
    server.send(ping);
    await silent.reached;
    // This limit starts now. It is shorter than the server's wait for an answer of the platform.
    this.timeout(9_000);
    server.child.stdin.end();
    await expectCleanEnd(server);
  });

  it('ends on SIGTERM', async () => {
    using server = await startSession({});
    server.child.kill('SIGTERM');
    await expectCleanEnd(server);
  });

  it('ends when its output is closed', async () => {
    using server = await startSession({});
    server.child.stdout.destroy();
    server.send(listTools);
    server.send(listTools);
    assert.equal(await server.ended(), 0);
  });

  it('writes nothing but the protocol to standard output', async () => {
    using server = await startSession({
      SERVICE_URL: 'ftp://nonsense',
      SERVICE_TOOLSETS: 'isues',
      SERVICE_TOKEN: '${env:TOKEN}',
    });
    server.send(ping);
    const text = textOf(await server.next());
    for (const name of ['SERVICE_URL', 'SERVICE_TOOLSETS', 'isues', 'SERVICE_TOKEN'])
      assert.ok(text.includes(name));
    await server.said(/SERVICE_URL/);
  });

  it('ends with exit code 2 for a wrong option, and names the help', async () => {
    const server = startToolServer({}, ['--nope']);
    assert.equal(await server.ended(), 2);
    assert.match(server.errors(), /--nope.*\n.*--help/);
  });
});
