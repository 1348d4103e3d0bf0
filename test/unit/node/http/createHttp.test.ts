import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { globalAgent } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Failure, type FailureCode } from '../../../../src/core/failures.ts';
import type { HttpRequest, HttpResponse } from '../../../../src/core/http.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { openStream } from '../../../../src/node/http/openStream.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { CompanyAuthority, startForwarder } from '../../../support/companyNetwork.ts';
import { startServer } from '../../../support/httpServer.ts';

const http = createHttp();

const failsWith = (code: FailureCode) => (error: unknown) => Failure.is(error, code);

/** Sends a request to a server that answers so. */
async function ask(answer: RequestListener, request: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  await using server = await startServer(answer);
  return await http.send({ method: 'GET', url: server.url, ...request });
}

describe('createHttp', () => {
  it('returns an answer of any status with its body and lower-case header names', async () => {
    const answer = await ask((_, response) => response.writeHead(503, { 'Retry-After': '7' }).end('busy'));
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], '7');
    assert.equal(answer.body, 'busy');
  });

  it('sends headers and body as they are', async () => {
    const echo: RequestListener = (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.end([request.method, request.headers['x-a'], body].join(' ')));
    };
    const answer = await ask(echo, { method: 'POST', headers: { 'X-A': 'b' }, body: 'name=ö&b=1' });
    assert.equal(answer.body, 'POST b name=ö&b=1');
  });

  it('connects to the given addresses without resolving the name [N4]', async () => {
    await using server = await startServer((request, response) => response.end(request.headers.host));
    const { port } = new URL(server.url);
    // No resolver knows the name, so an answer proves that none was asked.
    const target = `http://rebound.invalid:${port}/`;
    const { body } = await http.send({ method: 'GET', url: target, addresses: ['127.0.0.1'] });
    assert.equal(body, `rebound.invalid:${port}`);
    await assert.rejects(http.send({ method: 'GET', url: target }), failsWith('unknownHost'));
    await assert.rejects(
      http.send({
        method: 'GET',
        url: `http://localhost:${port}/`,
        addresses: ['127.0.0.2'],
        timeoutMs: 2000,
      }),
    );
  });

  it('does not follow a redirect [P1]', async () => {
    let calls = 0;
    const { status } = await ask((_, response) => {
      calls++;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    assert.equal(status, 302);
    assert.equal(calls, 1);
  });

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)
    it(`decompresses ${encoding}`, async () => {
      const { body } = await ask((_, response) =>
        response.writeHead(200, { 'Content-Encoding': encoding }).end(compress('ä'.repeat(1000))),
      );
      assert.equal(body, 'ä'.repeat(1000));
    });

  it('refuses a body by its declared length, without reading it', async () => {
    const answer: RequestListener = (_, response) =>
      response.writeHead(200, { 'Content-Length': '5000' }).flushHeaders();
    await assert.rejects(ask(answer, { maxBytes: 4999 }), failsWith('tooLarge'));
  });

  it('stops an answer that never ends at the limit [P4]', async () => {
    const endless: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await assert.rejects(ask(endless, { maxBytes: 1_000_000 }), failsWith('tooLarge'));
  });

  it('counts decompressed bytes [P4]', async () => {
    const answer: RequestListener = (_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
    await assert.rejects(ask(answer, { maxBytes: 100_000 }), failsWith('tooLarge'));
  });

  it('rejects a silent server at the deadline', () =>
    assert.rejects(
      ask(() => undefined, { timeoutMs: 50 }),
      failsWith('timeout'),
    ));

  it('rejects a body that trickles at the deadline [P4]', async () => {
    const trickle: RequestListener = (_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    };
    await assert.rejects(ask(trickle, { timeoutMs: 100 }), failsWith('timeout'));
  });

  it('is cancelled by its signal, also while the body arrives', async () => {
    const controller = new AbortController();
    const answer: RequestListener = (_, response) => {
      response.write('x');
      controller.abort();
    };
    await assert.rejects(ask(answer, { signal: controller.signal }), failsWith('cancelled'));
  });

  it('reports a cut answer, a closed port and a broken protocol as unreachable', async () => {
    const cut: RequestListener = (_, response) =>
      response.writeHead(200, { 'Content-Length': '10' }).write('x', () => response.destroy());
    await assert.rejects(ask(cut), failsWith('unreachable'));
    const closed = await startServer(() => undefined);
    await closed.stop();
    await assert.rejects(http.send({ method: 'GET', url: closed.url }), failsWith('unreachable'));
  });

  it('rejects an answer that changes the protocol', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await assert.rejects(http.send({ method: 'GET', url }), failsWith('unreachable'));
      const { signal } = new AbortController();
      await assert.rejects(openStream({ url, headers: {}, signal }), failsWith('unreachable'));
    } finally {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  });

  it('distinguishes an untrusted certificate from an unreachable host [N7]', async () => {
    const certified = makeCertificate({ name: 'localhost' });
    await using server = await startServer((_, response) => response.end(), certified);
    await assert.rejects(http.send({ method: 'GET', url: server.url }), failsWith('certificate'));
  });

  it('recognizes a platform that requires a client certificate', async () => {
    const authority = new CompanyAuthority();
    const ca = authority.certificate;
    const tls = { ...authority.issue('IP:127.0.0.1'), requestCert: true, ca };
    const forwarder = await startForwarder('http://127.0.0.1:9', { tls });
    globalAgent.options.ca = ca;
    try {
      const url = `https://127.0.0.1:${forwarder.port}`;
      await assert.rejects(http.send({ method: 'GET', url }), failsWith('clientCertificate'));
    } finally {
      // Not undefined: an option that an agent has wins over that of a request.
      delete globalAgent.options.ca;
      await forwarder.stop();
      await authority[Symbol.asyncDispose]();
    }
  });

  it('names only the origin of the address in its message', async () => {
    const closed = await startServer(() => undefined);
    await closed.stop();
    await assert.rejects(
      http.send({ method: 'GET', url: `${closed.url}/secret/path?q=1` }),
      (error: unknown) => {
        assert(Failure.is(error));
        assert.match(error.message, /^GET http:\/\/127\.0\.0\.1:\d+: ECONNREFUSED$/);
        return true;
      },
    );
  });
});
