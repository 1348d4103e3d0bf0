import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createPlain, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTls, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { makeCertificate, pkcs12Of, type Certified } from './certificates.ts';
import { listen, passOn, type Listening } from './httpServer.ts';

export interface ForwarderOptions {
  /** Over TLS. */
  readonly tls?: ServerOptions;
  /** The path below which the platform stands. */
  readonly below?: string;
  readonly host?: '127.0.0.1' | '::1';
}

/** Starts a server that forwards to the platform at `target`, with another address, protocol or path. */
export function startForwarder(
  target: string,
  { tls, below = '', host }: ForwarderOptions = {},
): Promise<Listening> {
  const listener: RequestListener = (incoming, response) => {
    const { url = '' } = incoming;
    if (!url.startsWith(below)) response.writeHead(404).end();
    else passOn(new URL(url.slice(below.length), target), incoming, response);
  };
  return listen(tls ? createTls(tls, listener) : createPlain(listener), host);
}

export interface CompanyProxy extends Listening {
  /** Hosts that were asked for, as they were written. */
  readonly asked: ReadonlySet<string>;
  /** Every header that the proxy got for itself: all of a forwarded request, those of CONNECT. */
  readonly headers: readonly IncomingMessage['headers'][];
}

export interface CompanyProxyOptions {
  /** `user:password` that the proxy requires. */
  readonly credentials?: string;
  /** Over TLS. */
  readonly tls?: ServerOptions;
  /** The whole answer to each CONNECT instead of a tunnel; empty for none, ever. */
  readonly answer?: string;
}

/** The one way out of a company's network. It alone knows where the hosts are: by name, the ports on loopback. */
export async function startCompanyProxy(
  hosts: Readonly<Record<string, number>>,
  { credentials, tls, answer }: CompanyProxyOptions = {},
): Promise<CompanyProxy> {
  const asked = new Set<string>();
  const headers: IncomingMessage['headers'][] = [];
  const portOf = (host: string): number | undefined => {
    asked.add(host);
    return hosts[host];
  };
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const admits = (incoming: IncomingMessage): boolean => {
    headers.push({ ...incoming.headers });
    const given = incoming.headers['proxy-authorization'];
    delete incoming.headers['proxy-authorization'];
    return expected === undefined || given === expected;
  };
  const listener: RequestListener = (incoming, response) => {
    if (!admits(incoming)) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="company"' }).end();
      return;
    }
    const { hostname, pathname, search } = new URL(incoming.url ?? '');
    const port = portOf(hostname);
    if (port === undefined) response.writeHead(502).end();
    else passOn(new URL(pathname + search, `http://127.0.0.1:${port}`), incoming, response);
  };
  const server = tls ? createTls(tls, listener) : createPlain(listener);
  const tunnels = new Set<Duplex>();
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    tunnels.add(client);
    client.on('error', () => client.destroy());
    if (answer !== undefined) {
      if (answer !== '') client.end(answer);
      return;
    }
    if (!admits(incoming)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const port = portOf(incoming.url?.replace(/:\d+$/, '') ?? '');
    if (port === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    for (const end of [client, onward]) {
      tunnels.add(end);
      end.on('error', () => {
        client.destroy();
        onward.destroy();
      });
    }
  });
  const forwarder = await listen(server);
  const stop = (): Promise<void> => {
    for (const tunnel of tunnels) tunnel.destroy();
    return forwarder.stop();
  };
  return { ...forwarder, asked, headers, stop, [Symbol.asyncDispose]: stop };
}

/** A certificate authority of a company's own. */
export class CompanyAuthority implements AsyncDisposable {
  readonly #folder = temporaryFolder('test');
  readonly #own = makeCertificate({ name: 'Company' });
  #issued = 0;

  constructor() {
    writeFileSync(this.file, this.#own.cert);
  }

  get file(): string {
    return join(this.#folder, 'ca.pem');
  }

  get certificate(): string {
    return this.#own.cert;
  }

  /** @param hosts each as a certificate has it: `DNS:host` or `IP:address` */
  issue(...hosts: readonly string[]): Certified {
    return makeCertificate({ name: `server${++this.#issued}`, hosts, issuer: this.#own });
  }

  /** Issues a certificate for a person, as files: PEM, and PKCS#12 with the passphrase. */
  issueClient(passphrase: string): { readonly cert: string; readonly key: string; readonly p12: string } {
    const name = `client${++this.#issued}`;
    const made = makeCertificate({ name, issuer: this.#own });
    const write = (end: string, content: string | Buffer): string => {
      const path = join(this.#folder, `${name}.${end}`);
      writeFileSync(path, content);
      return path;
    };
    return {
      cert: write('pem', made.cert),
      key: write('key', made.key),
      p12: write('p12', pkcs12Of(made, passphrase)),
    };
  }

  /** Makes the authority one that expired years ago, with the same key. Returns its file. */
  expire(): string {
    const valid = [new Date('2020-01-01'), new Date('2020-02-01')] as const;
    const path = join(this.#folder, 'expired.pem');
    writeFileSync(path, makeCertificate({ name: 'Company', key: this.#own.key, valid }).cert);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
