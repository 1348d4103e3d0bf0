import { request, type RequestListener } from 'node:http';
import { startServer, type TestServer } from './httpServer.ts';

export interface ForwardProxy extends TestServer {
  /** Hosts that were asked for, in order. */
  readonly hosts: readonly string[];
}

/** A proxy of a company: what asks it for any host gets what stands at `target`. Plain http, as proxies take it. */
export async function startForwardProxy(target: string): Promise<ForwardProxy> {
  const hosts: string[] = [];
  const listener: RequestListener = (incoming, response) => {
    const asked = new URL(incoming.url ?? '/', 'http://origin-form');
    hosts.push(asked.host);
    relay(target, asked.pathname + asked.search, incoming, response);
  };
  return { ...(await startServer(listener)), hosts };
}

/** A reverse proxy that shows a platform below a context path, and over TLS where a certificate is given. */
export function startBelow(
  path: string,
  target: string,
  certificate?: { key: string; cert: string },
): Promise<TestServer> {
  return startServer((incoming, response) => {
    const asked = incoming.url ?? '';
    if (asked.startsWith(path)) relay(target, asked.slice(path.length), incoming, response);
    else response.writeHead(404).end();
  }, certificate);
}

function relay(target: string, path: string, ...[incoming, response]: Parameters<RequestListener>): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(path, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
}
