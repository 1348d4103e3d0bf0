import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A request whose body has been read. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Uint8Array;
  /** Address of the other end. */
  readonly remote: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Empty when absent, with `Content-Length: 0`. A stream is opened with a writer, and stopped when the client has gone. */
  readonly body?: string | ((write: (chunk: string) => void) => () => void);
}

/** Of the one who serves a path beside the platform; undefined for the platform's own. */
type FindGuest = (path: string) => RequestListener | undefined;

export const maxBodyBytes = 10 * 1024 * 1024;

/** How long a client may take, in milliseconds. */
interface Patience {
  /** Until its head is whole. */
  readonly head: number;
  /** Until its body is whole too. */
  readonly request: number;
  /** How often that is looked at. */
  readonly check: number;
}

/** Half requests and drips keep no connection. */
const usualPatience: Patience = { head: 10_000, request: 30_000, check: 1_000 };
const compress = promisify(gzip);

/**
 * HTTP with Node's own server. A framework would bring a router, a validator and error pages, all of which must answer
 * here exactly as the real platform does and so would have to be replaced; what is needed of a server is in the four options below.
 */
export class HttpServer {
  readonly #server: Server;

  constructor(
    respond: (exchange: Exchange) => Promise<Reply>,
    guestAt: FindGuest = () => undefined,
    patience: Patience = usualPatience,
  ) {
    this.#server = createServer(
      {
        // 1,000 project keys fit into one URL.
        maxHeaderSize: 64 * 1024,
        headersTimeout: patience.head,
        requestTimeout: patience.request,
        connectionsCheckingInterval: patience.check,
        keepAliveTimeout: 30_000,
      },
      (request, response) => {
        const guest = guestAt((request.url ?? '').replace(/\?.*/su, ''));
        if (guest) guest(request, response);
        else void handle(request, response, respond);
      },
    );
  }

  /** Resolves with the port once it listens. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Stops listening and closes every connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
      this.#server.closeAllConnections();
    });
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  respond: (exchange: Exchange) => Promise<Reply>,
): Promise<void> {
  try {
    const body = await read(request);
    if (body === undefined) {
      // The rest of the body is not read, so the connection can't be used again.
      await send(request, response, { status: 413, headers: { Connection: 'close' } });
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const remote = request.socket.remoteAddress;
    await send(request, response, await respond({ method, url, headers, body, remote }));
  } catch {
    // Only a broken connection gets here: `respond` answers for everything else.
    response.destroy();
  }
}

async function read(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers = {}, body } = reply;
  if (typeof body === 'function') {
    // Unframed, as the real stream: it ends with its connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(status, { ...headers, Connection: 'close' });
    response.flushHeaders();
    response.once(
      'close',
      body((chunk) => void response.write(chunk)),
    );
    return;
  }
  if (!body || request.method === 'HEAD') {
    response.writeHead(status, status === 204 || body ? headers : { ...headers, 'Content-Length': '0' });
    response.end();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  // Below this a compressed answer is no smaller.
  const isCompressed = body.length > 1024 && !('Content-Length' in headers) && /\bgzip\b/u.test(accepted);
  const bytes = isCompressed ? await compress(body) : Buffer.from(body);
  response.writeHead(status, isCompressed ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
  // Written before `end`, an answer without a length is chunked, as the real one.
  response.write(bytes);
  response.end();
}
