import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { Failure } from '../core/failures.ts';
import { parseJson } from '../core/parsing.ts';

/** The ports that the platform's page knows. */
const ports = Array.from({ length: 11 }, (_, index) => 64_120 + index);
const maxBytes = 4096;

const handOver = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  expirationDate: z.optional(z.string()),
});

/** What the page hands over. `expirationDate` as the platform writes it; absent: never expires or not said. */
export type TokenHandOver = z.output<typeof handOver>;

export interface TokenCallback {
  /** To be opened in a browser. */
  readonly pageUrl: string;
  /** The same for a browser to which this machine's port is another one. */
  readonly pageUrlAt: (port: number) => string;
  readonly port: number;
  /** Resolves once; never rejects. */
  readonly token: Promise<TokenHandOver>;
  stop(): void;
}

export interface TokenCallbackOptions {
  /** Base address of the platform, without trailing slash. */
  readonly baseUrl: string;
  /** Shown on the platform's page and in its list of tokens. */
  readonly clientName: string;
  readonly ports?: readonly number[];
}

/**
 * Listens on loopback for the token that the platform's page sends after the person has said yes. Only that page can
 * send it: another Origin, a foreign Host (DNS rebinding), a GET or a large body is refused. Rejects with `busy` when
 * none of the ports is free.
 */
export async function listenForToken(options: TokenCallbackOptions): Promise<TokenCallback> {
  const { baseUrl, clientName } = options;
  let deliver: (value: TokenHandOver) => void;
  const token = new Promise<TokenHandOver>((resolve) => (deliver = resolve));
  const origin = new URL(baseUrl).origin;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response, origin).then(deliver, () => undefined);
  };
  const { servers, port } = await listen(listener, options.ports ?? ports);
  const pageUrlAt = (seen: number) =>
    `${baseUrl}/sonarlint/auth?ideName=${encodeURIComponent(clientName)}&port=${seen}`;
  return {
    pageUrl: pageUrlAt(port),
    pageUrlAt,
    port,
    token,
    stop() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Resolves with the token; rejects for whatever is not the page's hand-over, after having answered it. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<TokenHandOver> {
  const reply = (status: number): void => {
    response.writeHead(status, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type',
      // A public page asks the browser before it talks to this machine.
      'Access-Control-Allow-Private-Network': 'true',
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      Vary: 'Origin',
      Connection: 'close',
    });
    response.end();
  };
  const refuse = (status: number): never => {
    reply(status);
    throw new Failure('badRequest', `Token hand-over refused with ${status}`);
  };
  if (!isLoopback(request.headers.host) || request.headers.origin !== origin) refuse(403);
  if (request.method === 'OPTIONS') refuse(204);
  if (request.method !== 'POST') refuse(405);
  const body = await readBody(request);
  if (body === undefined) return refuse(413);
  const parsed = handOver.safeParse(tryJson(body));
  if (!parsed.success) return refuse(400);
  reply(200);
  return parsed.data;
}

function tryJson(body: string): unknown {
  try {
    return parseJson(body, 'token hand-over');
  } catch {
    // The schema refuses undefined, and the request is answered with 400. The message would quote the token.
    return undefined;
  }
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  candidates: readonly number[],
): Promise<{ servers: Server[]; port: number }> {
  for (const port of candidates) {
    const first = await tryListen(listener, port, '127.0.0.1');
    if (!first) continue;
    const bound = (first.address() as { port: number }).port;
    // Some browsers take ::1 for localhost; a machine without IPv6 does without.
    const second = await tryListen(listener, bound, '::1');
    return { servers: second ? [first, second] : [first], port: bound };
  }
  throw new Failure('busy', 'No port is free for the browser to answer to');
}

function tryListen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Server | undefined> {
  const server = createServer({ requestTimeout: 10_000 }, listener);
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, host, () => {
      resolve(server);
    });
  });
}
