import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Ends the server and its connections. Again does nothing. */
  stop(): Promise<void>;
}

export interface TestServer extends Listening {
  readonly url: string;
}

/** Starts a server at a free port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Listening> {
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  return { port, stop, [Symbol.asyncDispose]: stop };
}

/** A real server on loopback, over TLS where a certificate is given. */
export async function startServer(
  listener: RequestListener,
  certificate?: { key: string; cert: string },
): Promise<TestServer> {
  const server = await listen(certificate ? createTlsServer(certificate, listener) : createServer(listener));
  return { ...server, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${server.port}` };
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

export interface ReceivedRequest extends Pick<IncomingMessage, 'rawHeaders'> {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Resolves with a request when its body is complete. */
export async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const { url: path = '', rawHeaders } = message;
  const headers = message.headers as ReceivedRequest['headers'];
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return { path, rawHeaders, headers, body: Buffer.concat(chunks) };
}
