import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  createExchangeServer,
  maxBodyBytes,
  type Exchange,
  type Reply,
} from '../../../src/emulator/http/server.ts';

const answer = ({ body }: Exchange): Promise<Reply> =>
  Promise.resolve({ status: 200, body: `${body.length} bytes` });

describe('the HTTP server of the emulator, against large requests', () => {
  const server = createExchangeServer({ respond: answer, onError: assert.ifError });
  let port = 0;
  before(async () => {
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  after(() => server.close());

  /** Sends everything before it reads the answer. */
  async function exchange(...pieces: readonly string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
    const [answered] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answered.toString();
  }

  it('refuses a body whose announced length is too large before it reads the body', async () => {
    const length = `Content-Length: ${maxBodyBytes + 1}`;
    assert.match(await exchange(`POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`), /^HTTP\/1\.1 413 /u);
  });

  it('refuses a body that turns out too large while it is read', async () => {
    const piece = 'x'.repeat(0x10000);
    const pieces = Array.from({ length: maxBodyBytes / 0x10000 + 100 }, () => `10000\r\n${piece}\r\n`);
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = new Blob([piece.repeat(maxBodyBytes / 0x10000)]);
    const largest = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    assert.equal(await largest.text(), `${maxBodyBytes} bytes`, 'this much is taken');
    assert.match(await exchange(head, ...pieces), /^HTTP\/1\.1 413 /u);
  });
});
