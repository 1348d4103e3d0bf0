import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createPlain, request, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTls, type ServerOptions } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';

/** A server on loopback. */
export interface Door extends AsyncDisposable {
  readonly port: number;
  stop(): Promise<void>;
}

export interface DoorOptions {
  /** Over TLS. */
  readonly tls?: ServerOptions;
  /** The path below which the platform stands. */
  readonly below?: string;
  readonly host?: '127.0.0.1' | '::1';
}

/** A way to the platform at `target`: another address, another protocol, another path. */
export function openDoor(
  target: string,
  { tls, below = '', host = '127.0.0.1' }: DoorOptions = {},
): Promise<Door> {
  const listener: RequestListener = (incoming, response) => {
    const { url = '' } = incoming;
    if (!url.startsWith(below)) response.writeHead(404).end();
    else relay(new URL(url.slice(below.length), target), incoming, response);
  };
  return listen(tls ? createTls(tls, listener) : createPlain(listener), host);
}

export interface CompanyProxy extends Door {
  /** Hosts that were asked for, as they were written. */
  readonly asked: ReadonlySet<string>;
}

/** The one way out of a company's network. It alone knows where the hosts are: by name, the ports on loopback. */
export async function startCompanyProxy(hosts: Readonly<Record<string, number>>): Promise<CompanyProxy> {
  const asked = new Set<string>();
  const portOf = (host: string): number | undefined => {
    asked.add(host);
    return hosts[host];
  };
  const server = createPlain((incoming, response) => {
    const { hostname, pathname, search } = new URL(incoming.url ?? '');
    const port = portOf(hostname);
    if (port === undefined) response.writeHead(502).end();
    else relay(new URL(pathname + search, `http://127.0.0.1:${port}`), incoming, response);
  });
  const tunnels = new Set<Duplex>();
  server.on('connect', ({ url = '' }: IncomingMessage, client: Duplex) => {
    const port = portOf(url.replace(/:\d+$/, ''));
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
  const door = await listen(server, '127.0.0.1');
  const stop = (): Promise<void> => {
    for (const tunnel of tunnels) tunnel.destroy();
    return door.stop();
  };
  return { ...door, asked, stop, [Symbol.asyncDispose]: stop };
}

/** A certificate authority of a company's own. */
export class CompanyAuthority implements AsyncDisposable {
  readonly #folder = temporaryFolder('test');
  #issued = 0;

  constructor() {
    this.#openssl(`req -x509 ${newKey} -days 2 -subj /CN=Company -keyout ca.key -out ca.pem`);
  }

  get file(): string {
    return join(this.#folder, 'ca.pem');
  }

  get certificate(): string {
    return readFileSync(this.file, 'utf8');
  }

  /** @param name as a certificate has it: `DNS:host` or `IP:address` */
  issue(name: string): { readonly key: string; readonly cert: string } {
    const id = `server${++this.#issued}`;
    writeFileSync(join(this.#folder, `${id}.ext`), `subjectAltName=${name}\n`);
    this.#openssl(`req -new ${newKey} -subj /CN=${id} -keyout ${id}.key -out ${id}.csr`);
    this.#openssl(
      `x509 -req -in ${id}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ${id}.ext -out ${id}.pem`,
    );
    const read = (file: string): string => readFileSync(join(this.#folder, file), 'utf8');
    return { key: read(`${id}.key`), cert: read(`${id}.pem`) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  #openssl(command: string): void {
    execFileSync('openssl', command.split(' '), { cwd: this.#folder, stdio: 'ignore' });
  }
}

const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

async function listen(server: ReturnType<typeof createPlain>, host: string): Promise<Door> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    }));
  return { port, stop, [Symbol.asyncDispose]: stop };
}

function relay(to: URL, ...[incoming, response]: Parameters<RequestListener>): void {
  const { method, headers } = incoming;
  const onward = request(to, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
