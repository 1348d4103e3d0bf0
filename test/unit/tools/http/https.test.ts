import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readCertificate } from '../../../../src/tools/http/toolHttp.ts';
import { makeCertificate, newKey, pkcs12Of } from '../../../support/certificates.ts';
import {
  request,
  startNetworkServer,
  startToolServer,
  type Environment,
} from '../../../support/toolServer.ts';

const passphrase = 'open sesame';

describe('tool server over HTTPS', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tools-tls-'));
  const at = (name: string): string => join(dir, name);

  before(() => {
    const made = makeCertificate({ name: 'tools.example', hosts: ['DNS:tools.example', 'IP:127.0.0.1'] });
    writeFileSync(at('cert.pem'), made.cert);
    writeFileSync(at('key.pem'), made.key);
    writeFileSync(at('store.p12'), pkcs12Of(made, passphrase));
    writeFileSync(at('other.pem'), newKey());
  });
  after(() => rmSync(dir, { recursive: true }));

  async function listTools(url: string, host?: string): Promise<number | undefined> {
    const { port } = new URL(url);
    const sent = send({
      host: '127.0.0.1',
      port,
      // The Host header is the test's own; the certificate is for the address.
      servername: 'tools.example',
      checkServerIdentity: () => undefined,
      path: '/mcp',
      method: 'POST',
      ca: readFileSync(at('cert.pem')),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer squ_${'0'.repeat(40)}`,
        ...(host !== undefined && { Host: host }),
      },
    });
    sent.end(request(1, 'tools/list'));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  }

  async function withServer(
    environment: Environment,
    args: readonly string[],
    use: (url: string) => Promise<void>,
  ): Promise<void> {
    using server = await startNetworkServer(environment, [
      '--transport',
      'https',
      '--host',
      '127.0.0.1',
      ...args,
    ]);
    await use(server.url);
  }

  it('serves with a certificate in PEM, under the names it is made out to', () =>
    withServer({}, ['--cert', at('cert.pem'), '--key', at('key.pem')], async (url) => {
      assert.match(url, /^https:.*\/mcp$/);
      assert.equal(await listTools(url), 200);
      assert.equal(await listTools(url, 'tools.example:8443'), 200);
      assert.equal(await listTools(url, 'evil.example'), 403);
    }));

  /** The global `fetch` cannot be made to trust the certificate of these tests. */
  const trustingFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const { method, headers, body } = new Request(url, { ...init, duplex: 'half' });
    const sent = send(url, {
      method,
      headers: Object.fromEntries(headers),
      ca: readFileSync(at('cert.pem')),
    });
    sent.end(body ? await new Response(body).text() : undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return new Response(Readable.toWeb(response) as ReadableStream, {
      status: response.statusCode ?? 0,
      headers: Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    });
  };

  it('serves the official client [TS2]', () =>
    withServer({}, ['--cert', at('cert.pem'), '--key', at('key.pem')], async (url) => {
      const client = new Client({ name: 'test', version: '1' });
      const headers = { Authorization: `Bearer squ_${'0'.repeat(40)}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: trustingFetch }),
      );
      assert.equal((await client.listTools()).tools.length, 20);
      const { isError, content } = await client.callTool({ name: 'ping_system', arguments: {} });
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /SERVICE_URL/);
      await client.close();
    }));

  it('serves with a PKCS12 file, whose passphrase comes from the environment', () =>
    withServer(
      { SERVICE_TLS_PASSPHRASE: passphrase },
      ['--pkcs12', at('store.p12'), '--allowed-host', 'tools.example'],
      async (url) => {
        assert.equal(await listTools(url), 200);
        assert.equal(await listTools(url, 'tools.example'), 200);
      },
    ));

  it('names the problem of a certificate', () => {
    for (const files of [
      { cert: at('missing.pem'), key: at('key.pem') },
      { cert: at('cert.pem'), key: at('other.pem') },
      { pkcs12: at('store.p12') },
    ])
      assert.throws(() => readCertificate(files, undefined), /certificate cannot be used/);
  });

  it('ends with exit code 2 when its certificate is of no use', async () => {
    const files = ['--cert', at('cert.pem'), '--key', at('other.pem')];
    const server = startToolServer({}, ['--transport', 'https', '--port', '0', ...files]);
    assert.equal(await server.ended(), 2);
    assert.match(server.errors(), /certificate cannot be used/);
  });
});
