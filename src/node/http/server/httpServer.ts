import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { Failure, messageOf } from '../../../core/failures.ts';
import { systemCodeOf } from '../../systemError.ts';
import { BodyReader, ClientGone } from './bodyReader.ts';
import { addressGroup } from './addressGroup.ts';

/** Limits on the resources that peers may use before they are authenticated. */
export interface HttpLimits extends ConnectionLimits {
  /** Bytes of all request bodies together. */
  readonly bodyBytes: number;
  /** Bytes of a request's head. */
  readonly headBytes: number;
  /** Milliseconds within which a request's head, and a TLS handshake, must be complete. */
  readonly headMs: number;
  /** Milliseconds within which a request with its body must be complete. */
  readonly requestMs: number;
  /** Milliseconds for which a connection without a request stays open. */
  readonly idleMs: number;
  /** Milliseconds between two checks of these times. */
  readonly checkMs: number;
}

const defaultLimits: HttpLimits = {
  connections: 1000,
  anonymousPerAddress: 500,
  bodyBytes: 32 * 1024 * 1024,
  headBytes: 16 * 1024,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 5000,
  // Node's default check is every 30 s, which would let a slow head live as long.
  checkMs: 1000,
};

export interface HttpServerOptions {
  /** Answers a request. Where it throws, the server answers 500 and reports the error. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  /** Called with errors that `handle` throws, except when the client closed the connection. */
  readonly onError: (error: unknown) => void;
  /** Overrides of the default limits. */
  readonly limits?: Partial<HttpLimits>;
  readonly tls?: SecureContextOptions | undefined;
}

/** The HTTP server of every port that this product opens. It enforces `HttpLimits`. */
export class HttpServer {
  readonly bodies: BodyReader;
  readonly #options: HttpServerOptions;
  readonly #server: Server | TlsServer;
  readonly #connections: ConnectionTable;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    const limits = { ...defaultLimits, ...options.limits };
    this.bodies = new BodyReader(limits.bodyBytes);
    this.#connections = new ConnectionTable(limits);
    const settings = {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    };
    this.#server = options.tls
      ? createTlsServer({ ...options.tls, ...settings, handshakeTimeout: limits.headMs })
      : createServer(settings);
    this.#server.on('connection', (socket: Socket) => this.#connections.add(socket));
    this.#server.on('request', (request, response) => void this.#answer(request, response));
  }

  /**
   * Resolves with the server's address, `http://127.0.0.1:8080`, once it listens.
   * @param port 0 selects a free port
   * @throws {Failure} `busy` when the port cannot be used; the cause has the reason
   */
  async listen(port: number, host: string): Promise<{ readonly origin: string; readonly port: number }> {
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: Error): void =>
        reject(new Failure('busy', whyNotListening(port, host, cause), { cause }));
      this.#server.once('error', failed);
      // A queue as long as the system allows, because all editors reconnect at once after a restart.
      this.#server.listen({ port, host, backlog: 4096 }, () => {
        this.#server.off('error', failed);
        resolve();
      });
    });
    const { address, family, port: bound } = this.#server.address() as AddressInfo;
    const scheme = this.#options.tls ? 'https' : 'http';
    return { origin: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, port: bound };
  }

  /** Marks the connection of an authenticated request, which no longer counts as anonymous. */
  confirm({ socket }: IncomingMessage): void {
    this.#connections.confirm(socket);
  }

  /** Uses another certificate for new connections. Throws when the certificate cannot be used. */
  replaceCertificate(options: SecureContextOptions): void {
    (this.#server as TlsServer).setSecureContext(options);
  }

  /**
   * Accepts no new connections and resolves when the last one has ended.
   * @param drainMs milliseconds after which connections that are still open are cut off. Node would wait forever for a
   *   request that never ends, because it no longer checks the time limits then.
   */
  async close(drainMs = 0): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    const cut = setTimeout(() => {
      this.#server.closeAllConnections();
      this.#connections.endAll();
    }, drainMs);
    await closed;
    clearTimeout(cut);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#options.handle(request, response);
    } catch (error) {
      if (error instanceof ClientGone) {
        response.destroy();
        return;
      }
      this.#options.onError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { Connection: 'close' }).end();
    }
  }
}

/** Returns what is wrong, with the fix for a port in use: each command that opens a port has the option `--port`. */
function whyNotListening(port: number, host: string, cause: Error): string {
  return systemCodeOf(cause) === 'EADDRINUSE'
    ? `Port ${port} of ${host} is in use. Stop the other program, or choose another port: --port 0 takes a free one.`
    : `Cannot listen on port ${port} of ${host}: ${messageOf(cause)}`;
}

interface ConnectionLimits {
  /** Connections at once. */
  readonly connections: number;
  /** Anonymous connections of one address. Authenticated ones do not count, because clients may share a gateway. */
  readonly anonymousPerAddress: number;
}

interface Connection {
  readonly socket: Socket;
  readonly group: string;
}

/**
 * The open connections of a server. When the limit is reached, a new connection replaces the oldest anonymous one. A
 * well-behaved client sends its request within milliseconds, so idle connections are given up first, and no peer can
 * keep others out by holding connections open.
 */
class ConnectionTable {
  readonly #limits: ConnectionLimits;
  /** Keyed by remote address and port, because a request over TLS has another socket object than the connection. */
  readonly #all = new Map<string, Connection>();
  /** Anonymous connections by group of addresses, oldest first. */
  readonly #anonymous = new Map<string, Set<Connection>>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Adds a new connection, or destroys it when all other connections are authenticated. */
  add(socket: Socket): void {
    const group = addressGroup(socket.remoteAddress);
    const ofGroup = this.#anonymous.get(group);
    if (ofGroup && ofGroup.size >= this.#limits.anonymousPerAddress) this.#endOldest(ofGroup);
    if (this.#all.size >= this.#limits.connections && !this.#endOldest(this.#largestGroup())) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, group };
    const key = peerKey(socket);
    this.#all.set(key, connection);
    const others = this.#anonymous.get(group);
    if (others) others.add(connection);
    else this.#anonymous.set(group, new Set([connection]));
    socket.once('close', () => this.#remove(key, connection));
  }

  /** Marks the connection of a peer that has authenticated itself: from then on it is not given up for others. */
  confirm(socket: Socket): void {
    const connection = this.#all.get(peerKey(socket));
    if (connection) this.#noLongerAnonymous(connection);
  }

  /** Ends every connection, including those without a request or a handshake yet. */
  endAll(): void {
    for (const { socket } of this.#all.values()) socket.destroy();
  }

  #largestGroup(): Set<Connection> | undefined {
    let largest: Set<Connection> | undefined;
    for (const group of this.#anonymous.values()) if (group.size > (largest?.size ?? 0)) largest = group;
    return largest;
  }

  #endOldest(group: Set<Connection> | undefined): boolean {
    const [oldest] = group ?? [];
    if (!oldest) return false;
    this.#remove(peerKey(oldest.socket), oldest);
    oldest.socket.destroy();
    return true;
  }

  #remove(key: string, connection: Connection): void {
    if (this.#all.get(key) === connection) this.#all.delete(key);
    this.#noLongerAnonymous(connection);
  }

  #noLongerAnonymous(connection: Connection): void {
    const group = this.#anonymous.get(connection.group);
    group?.delete(connection);
    if (group?.size === 0) this.#anonymous.delete(connection.group);
  }
}

function peerKey({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
