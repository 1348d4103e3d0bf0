import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newSecretKey, openGateway, type Gateway } from '../../../scripts/editor/gateway.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';

/** The status and body of a GET, with a Host header of one's own. */
async function get(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: Buffer }> {
  const [answer] = (await once(request(origin + path, { headers }).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: Buffer.concat(await answer.toArray()) };
}

describe('editor gateway', () => {
  const secretKey = newSecretKey();
  const socket = join(temporaryFolder('gateway'), 's');
  let editor: Server;
  let gateway: Gateway;

  before(async () => {
    editor = createServer((incoming, outgoing) =>
      outgoing.end(`${incoming.method ?? ''} ${incoming.url ?? ''} for ${incoming.headers.host ?? ''}`),
    );
    editor.on('upgrade', (_incoming, client, head) => {
      client.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      client.write(head);
      client.pipe(client);
    });
    await once(editor.listen(socket), 'listening');
    gateway = await openGateway(socket, { secretKey });
  });
  const listener = createServer();
  after(async () => {
    await gateway.close();
    listener.close().closeAllConnections();
    editor.close();
  });

  /** Resolves with the answer on a raw connection that asks for a WebSocket and then sends hello. */
  const upgrade = async (headers: string): Promise<string> => {
    const { host, port } = new URL(gateway.origin);
    const client = connect(Number(port), '127.0.0.1');
    client.write(
      `GET /ws HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello`,
    );
    let text = '';
    for await (const chunk of client) {
      text += String(chunk);
      if (text.endsWith('hello')) break;
    }
    return text;
  };

  it('answers for the key that secrets are sealed with', async () => {
    assert.deepEqual((await get(gateway.origin, '/mint-key')).body, secretKey);
  });

  it('refuses a page that has bound its own name to this address', async () => {
    assert.equal((await get(gateway.origin, '/mint-key', { host: 'evil.example' })).status, 403);
  });

  it('refuses requests and WebSockets from pages of other origins', async () => {
    assert.equal((await get(gateway.origin, '/', { origin: 'http://evil.example' })).status, 403);
    assert.equal(await upgrade('Origin: http://evil.example\r\n'), '');
  });

  it('refuses requests at the address that it kept for the next editor, until that one is there', async () => {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const first = await openGateway(socket, { listener, secretKey });
    await first.close();
    await assert.rejects(get(first.origin, '/mint-key'), { code: 'ECONNRESET' });
    const second = await openGateway(socket, { listener, secretKey });
    assert.deepEqual((await get(second.origin, '/mint-key')).body, secretKey);
    await second.close();
  });
});
