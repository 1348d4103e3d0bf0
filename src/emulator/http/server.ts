import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HttpServer, type HttpLimits } from '../../node/http/server/httpServer.ts';
import { isCrossOrigin, isForeignHost } from '../../node/http/server/requestGuard.ts';
import { htmlSafeJson, type Json } from './formats.ts';

export interface Exchange {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly remote: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Empty when absent, with `Content-Length: 0`. */
  readonly body?: string;
}

interface ExchangeServerOptions {
  readonly respond: (exchange: Exchange) => Promise<Reply> | Reply;
  /** Called with errors that `respond` throws; the client gets a 500. */
  readonly onError: (error: unknown) => void;
  /** Returns the answer to a request that is refused because of its head, before its body is read. */
  readonly refuse?: (headers: IncomingHttpHeaders, method: string) => Reply | undefined;
  /** Returns the handler that is mounted at a path; undefined for the platform's own paths. */
  readonly handlerAt?: (path: string) => RequestListener | undefined;
}

export const maxBodyBytes = 10 * 1024 * 1024;

const limits: Partial<HttpLimits> = {
  // 1,000 project keys must fit into one URL.
  headBytes: 64 * 1024,
  bodyBytes: 8 * maxBodyBytes,
  idleMs: 30_000,
};
const compress = promisify(gzip);

/**
 * Serves requests and replies over the product's HTTP server. A framework would bring a router, a validator and error
 * pages, which would all have to be replaced, because the answers must match the real platform exactly.
 */
export function createExchangeServer({
  respond,
  onError,
  refuse,
  handlerAt,
}: ExchangeServerOptions): HttpServer {
  const server = new HttpServer({ handle, onError, limits });
  return server;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const mounted = handlerAt?.(url.replace(/\?.*/su, ''));
    if (mounted) {
      mounted(request, response);
      return;
    }
    const refusal = refuse?.(headers, method);
    if (refusal) return send(request, response, refusal);
    const body = await server.bodies.read(request, response, maxBodyBytes);
    if (!Buffer.isBuffer(body)) return send(request, response, { status: body });
    const remote = request.socket.remoteAddress;
    return send(request, response, await respond({ method, url, headers, body, remote }));
  }
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers = {}, body } = reply;
  if (!body || request.method === 'HEAD') {
    response.writeHead(status, status === 204 || body ? headers : { ...headers, 'Content-Length': '0' });
    response.end();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  // Compressing a shorter answer does not make it smaller.
  const isCompressed = body.length > 1024 && !('Content-Length' in headers) && /\bgzip\b/u.test(accepted);
  const bytes = isCompressed ? await compress(body) : Buffer.from(body);
  response.writeHead(status, isCompressed ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
  // Written before `end`, so that an answer without a length is chunked, as on the real server.
  response.write(bytes);
  response.end();
}

const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the refusal of a request that a foreign web page sent, or undefined for an allowed request. Refused are
 * requests under a name that does not belong to the platform (DNS rebinding), and requests of another origin that
 * change data. A browser may add a session or a stored password to both. A real server leaves this check to its proxy.
 */
export function refuseForeign(
  headers: IncomingHttpHeaders,
  method: string,
  isOwnHost: (name: string) => boolean,
): Reply | undefined {
  if (isForeignHost(headers, isOwnHost))
    return refusal(
      'The Host header names no host of this platform. Add it with --allowed-host if it is one.',
    );
  // A proxy may have changed the Host header, so the browser's own header about the origin is accepted too.
  const isOwnPage = headers['sec-fetch-site'] === 'same-origin';
  if (!harmless.has(method) && !isOwnPage && isCrossOrigin(headers))
    return refusal('Pages of another origin may change nothing here.');
  return undefined;
}

const refusal = (message: string): Reply => jsonReply(403, { errors: [{ msg: message }] });

export function jsonReply(status: number, value: Json): Reply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: htmlSafeJson(value) };
}
