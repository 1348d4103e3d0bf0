import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real server on loopback, over TLS where a certificate is given. */
export async function startServer(
  listener: RequestListener,
  certificate?: { key: string; cert: string },
): Promise<TestServer> {
  const server: Server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Sends a request on to another address, and its answer back. */
export function passOn(to: URL, ...[incoming, response]: Parameters<RequestListener>): void {
  const { method, headers } = incoming;
  const onward = request(to, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
