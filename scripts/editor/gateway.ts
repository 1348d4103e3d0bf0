import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { preparingPage, sealSecrets } from './preparedSecrets.ts';

/** The address of an editor, in front of the socket it listens on. */
export interface Gateway {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /**
   * Listens on the loopback already and goes on when the gateway is closed, so that the browser keeps what it stored for this
   * origin; until the next gateway it refuses connections. Otherwise the gateway listens on a free port.
   */
  listener?: Server | undefined;
  /** The server's half of the key that the page seals its secrets with. With it secrets outlive the page, without it they don't. */
  secretKey?: Buffer | undefined;
  /** Stored in the browser by the page {@link preparingPath}. Needs a `secretKey`. */
  secrets?: Readonly<Record<string, string>> | undefined;
}

/** Its query is that of the editor's page, to which it goes on. */
export const preparingPath = '/prepare';

/** A key half for {@link GatewayOptions.secretKey}. */
export function newSecretKey(): Buffer {
  return randomBytes(32);
}

/**
 * Passes HTTP and WebSockets from a loopback port to the editor's unix socket. Also answers `…/mint-key`, from which a
 * page gets half of the key of its secrets; the editor's server leaves that request to its host.
 *
 * Every client of an editor can open a shell. The socket refuses other users of the machine. The gateway refuses pages of
 * other origins, so a web page can neither open a WebSocket nor reach this address by DNS rebinding.
 */
export async function openGateway(socketPath: string, options: GatewayOptions = {}): Promise<Gateway> {
  const sockets = new Set<Socket>();
  const { secrets, secretKey, listener } = options;
  const server = listener ?? createServer();
  const sealed = secrets && secretKey && sealSecrets(secrets, secretKey);
  const own = (message: IncomingMessage): boolean => {
    const { host, origin } = message.headers;
    const address = `127.0.0.1:${portOf(server)}`;
    return host === address && (origin === undefined || origin === `http://${address}`);
  };

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (!own(incoming)) return void outgoing.writeHead(403).end();
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
    if (pathname === preparingPath && sealed !== undefined)
      return void outgoing.setHeader('Content-Type', 'text/html').end(preparingPage(sealed, `/${search}`));
    if (pathname.endsWith('/mint-key') && secretKey) return void outgoing.end(secretKey);
    forward(incoming, outgoing, socketPath);
  };
  const upgrade = (incoming: IncomingMessage, client: Socket, head: Buffer): void => {
    if (!own(incoming)) return void client.destroy();
    tunnel(incoming, client, head, socketPath);
  };
  const remember = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.off('connection', refuse);
  server.on('request', answer).on('upgrade', upgrade).on('connection', remember);

  if (!listener) await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    close: async () => {
      server.off('request', answer).off('upgrade', upgrade).off('connection', remember);
      server.on('connection', refuse);
      if (!listener) server.close();
      const closed = [...sockets].map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/**
 * A request without an answer would keep the browser waiting for ever, as when it looks for a new version of a service
 * worker; no webview opens during that.
 */
function refuse(socket: Socket): void {
  socket.destroy();
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, socketPath: string): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ socketPath, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => {
    // The editor is starting or stopping. After the head has gone out, only the connection's end can tell.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Repeats the request for a WebSocket word for word and then joins the two connections. */
function tunnel(incoming: IncomingMessage, client: Socket, head: Buffer, socketPath: string): void {
  const editor = connect(socketPath, () => {
    const { method, url, rawHeaders } = incoming;
    const lines = [`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2)
      lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
    editor.write(`${lines.join('\r\n')}\r\n\r\n`);
    editor.write(head);
    client.pipe(editor).pipe(client);
  });
  const end = (): void => {
    editor.destroy();
    client.destroy();
  };
  for (const socket of [client, editor]) socket.on('error', end).on('close', end);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
