import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import {
  formatDate,
  parseDateOrDateTime,
  parseDateTime,
  htmlSafeJson,
  urlEncode,
} from '../../../src/emulator/http/formats.ts';
import {
  createExchangeServer,
  maxBodyBytes,
  type Exchange,
  type Reply,
} from '../../../src/emulator/http/server.ts';
import { usePlatform } from '../../contract/usePlatform.ts';

describe('formatDate', () => {
  it('writes no milliseconds and no colon in the zone, and keeps the second [WP3]', () => {
    assert.equal(formatDate(Date.UTC(2026, 10, 21, 2, 47, 49, 999)), '2026-11-21T02:47:49+0000');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (time) =>
        assert.equal(parseDateTime(formatDate(time)), Math.floor(time / 1000) * 1000),
      ),
    );
  });

  it('has a parser that accepts every zone and no other form', () => {
    assert.equal(parseDateTime('2017-07-14T04:40:00+0200'), Date.UTC(2017, 6, 14, 2, 40));
    for (const text of [
      '2026-11-20',
      '2026-11-20T00:00:00Z',
      '2026-11-20T00:00:00+00:00',
      '2026-13-20T00:00:00+0000',
      '',
    ])
      assert.equal(parseDateTime(text), undefined, text);
    assert.equal(parseDateOrDateTime('2026-11-20'), Date.UTC(2026, 10, 20));
  });
});

describe('htmlSafeJson', () => {
  it('escapes exactly the characters with a meaning in HTML', () =>
    assert.equal(
      htmlSafeJson({ a: `<&>='"é数\u2028`, b: undefined, c: null, d: [1, true] }),
      '{"a":"\\u003c\\u0026\\u003e\\u003d\\u0027\\"é数\\u2028","d":[1,true]}',
    ));

  it('parses to the same value', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (value) =>
        assert.deepEqual(JSON.parse(htmlSafeJson(value)), { ...value }),
      ),
    ));
});

describe('urlEncode', () =>
  it('encodes as real servers do', () =>
    assert.equal(urlEncode("org:a b/c~!'()*-_."), 'org%3Aa+b%2Fc%7E%21%27%28%29*-_.')));

describe('the endpoints of the emulator', () => {
  const { admin } = usePlatform();

  it('treat names of built-in object properties as unknown names', () =>
    assert.rejects(admin.post('settings/set', { key: 'toString', value: '1' }), /answered 400/u));
});

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
