import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Clock } from '../../core/clock.ts';
import { withDeadline } from '../../core/deadline.ts';
import { Failure } from '../../core/failures.ts';
import { parseIfValid } from '../../core/parsing.ts';
import { HttpServer, type HttpLimits } from './server/httpServer.ts';
import { editorPorts, headersFor, listenOnLoopback } from './server/loopbackPort.ts';
import { isForeignHost, isLoopbackName } from './server/requestGuard.ts';

const maxBytes = 4096;
/** One browser sends one small request, perhaps after a preflight request. */
const limits: Partial<HttpLimits> = {
  connections: 32,
  anonymousPerAddress: 32,
  bodyBytes: 8 * maxBytes,
  requestMs: 10_000,
};

const handOver = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  expirationDate: z.optional(z.string()),
});

/** `expirationDate` has the platform's format; it is absent if the token never expires or the platform did not say. */
export type TokenHandOver = z.output<typeof handOver>;

export interface TokenCallback {
  /** Address of the page that the user opens in a browser. */
  readonly pageUrl: string;
  /** The same address for a browser that reaches this machine under another port. */
  readonly pageUrlAt: (port: number) => string;
  readonly port: number;
  /** Resolves once; never rejects. */
  readonly token: Promise<TokenHandOver>;
  readonly stop: () => void;
}

export interface TokenCallbackOptions {
  /** Base address of the platform, without trailing slash. */
  readonly baseUrl: string;
  /** Shown on the platform's page and in its list of tokens. */
  readonly clientName: string;
  readonly ports?: readonly number[];
}

/**
 * Listens on both loopback addresses for the token that the platform's page sends after the user has approved. No
 * other web page can send it: another Origin, a foreign Host (DNS rebinding), a GET or a large body is refused.
 * Rejects with `busy` when all of the ports are taken.
 *
 * A program on this machine can forge the page's request, and the listener cannot detect it: the page receives only a
 * port and a display name, and platforms do not promise to return more than the token, so a nonce is impossible. Such
 * a program can send a token of its choice, but learns none; `auth login` prints the account to which the token
 * belongs.
 */
export async function listenForToken(options: TokenCallbackOptions): Promise<TokenCallback> {
  const { baseUrl, clientName } = options;
  let deliver: (value: TokenHandOver) => void;
  const token = new Promise<TokenHandOver>((resolve) => (deliver = resolve));
  const origin = new URL(baseUrl).origin;
  const newServer = (): HttpServer => {
    const server: HttpServer = new HttpServer({
      handle: async (request, response) => {
        const handedOver = await answer(server, request, response, origin);
        if (handedOver) deliver(handedOver);
      },
      // The page shows the server's answer, a 500.
      onError: () => undefined,
      limits,
    });
    return server;
  };
  const { stop, port } = await listenOnLoopback(newServer, options.ports ?? editorPorts);
  const pageUrlAt = (seen: number) =>
    `${baseUrl}/sonarlint/auth?ideName=${encodeURIComponent(clientName)}&port=${seen}`;
  return {
    pageUrl: pageUrlAt(port),
    pageUrlAt,
    port,
    token,
    stop,
  };
}

/** Answers a request. Resolves with the token when the page sent it, otherwise with undefined. */
async function answer(
  server: HttpServer,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<TokenHandOver | undefined> {
  const read = await handOverOf(server, request, response, origin);
  response.writeHead(typeof read === 'number' ? read : 200, headersFor(origin, 'POST')).end();
  return typeof read === 'number' ? undefined : read;
}

/** Returns the token that the page sent, or the status of the answer to any other request. */
async function handOverOf(
  server: HttpServer,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<TokenHandOver | number> {
  const { headers, method } = request;
  if (isForeignHost(headers, isLoopbackName) || headers.origin !== origin) return 403;
  if (method === 'OPTIONS') return 204;
  if (method !== 'POST') return 405;
  const body = await server.bodies.read(request, response, maxBytes);
  if (!Buffer.isBuffer(body)) return body;
  // Without a reason: the parser's message would quote the token.
  return parseIfValid(handOver, body.toString('utf8')) ?? 400;
}

/** Time that the user has to approve on the page. */
export const handOverPatienceMs = 5 * 60_000;

/** The user's browser, which may run on another machine than this code. */
export interface Browser {
  /** Returns the address under which the browser reaches an address of this machine. */
  readonly addressFor: (own: string) => Promise<string>;
  readonly open: (url: string) => Promise<boolean>;
}

interface TokenFromPageOptions extends TokenCallbackOptions {
  readonly browser: Browser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Gets a token without copying: opens the platform's page, where the user approves, and receives the token that the
 * page sends.
 *
 * @throws {Failure} `unreachable` when the browser cannot send to this machine, `busy` when all ports are taken,
 *   `timeout` when the user does not approve in time, and `cancelled` when the page was not opened or the signal
 *   aborts.
 */
export async function tokenFromPage(options: TokenFromPageOptions): Promise<TokenHandOver> {
  const { browser, clock, signal } = options;
  const callback = await listenForToken(options);
  try {
    return await withDeadline({ clock, ms: handOverPatienceMs, signal }, async () => {
      const port = await portFor(browser, callback.port);
      if (!(await browser.open(callback.pageUrlAt(port))))
        throw new Failure('cancelled', 'the page was not opened');
      return callback.token;
    });
  } finally {
    callback.stop();
  }
}

/** Returns the port number under which the browser reaches a port of this machine. */
async function portFor({ addressFor }: Browser, own: number): Promise<number> {
  const { hostname, pathname, port } = new URL(await addressFor(`http://127.0.0.1:${own}/`));
  // The platform's page sends only to ports of the browser's own machine.
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Failure('unreachable', `the browser sees this machine as ${hostname}`);
  // An editor in a browser forwards ports below a path, which the page does not support. On the same machine no
  // forwarding is needed.
  return pathname === '/' ? Number(port || 80) : own;
}
