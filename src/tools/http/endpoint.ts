import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { ClientGone, type BodyReader } from '../../node/http/server/bodyReader.ts';
import { isForeignHost } from '../../node/http/server/requestGuard.ts';
import { identifyClient, type AuthenticatedClient } from './authenticatedClient.ts';
import type { ClientQuota } from './clientQuota.ts';
import {
  challengeFor,
  isMetadataPath,
  protectedResourceMetadata,
  type TokenHelp,
} from './protectedResource.ts';
import {
  type Admission,
  corsHeaders,
  foreignHost,
  foreignOrigin,
  isForeignOrigin,
  type Refusal,
} from './requestGuard.ts';

/**
 * Serves one admitted request. It is stateless, so that any number of processes can run behind one address.
 * @param onAccepted to be called when the platform has accepted the client's token
 */
export type Serve = (
  request: Request,
  body: unknown,
  client: AuthenticatedClient,
  onAccepted: () => void,
) => Promise<Response>;

interface EndpointOptions {
  readonly admission: Admission;
  /** Undefined: unlimited. */
  readonly quota: ClientQuota | undefined;
  readonly bodies: BodyReader;
  /** Called for a request whose token the platform has accepted. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly serve: Serve;
  /** Undefined if another server answers `/.well-known`. */
  readonly tokenHelp: TokenHelp | undefined;
  readonly log: Log;
}

/** Number of distinct tokens for which the warning is logged; after that it would only be repeated. */
const maxWarned = 10_000;

/** Returns the handler of both HTTP transports: `POST /mcp`, the metadata of its tokens, and
 * `GET /health` for process monitors. */
export function createEndpoint(options: EndpointOptions): RequestListener {
  const warned = new Set<string>();
  const warnOnce = ({ digest }: AuthenticatedClient): void => {
    if (warned.has(digest) || warned.size >= maxWarned) return;
    warned.add(digest);
    options.log.warn(
      'A client sends its token in the header SERVICE_TOKEN, which is deprecated. Use Authorization: Bearer.',
    );
  };
  return (request, response) => {
    handle(request, response, options, warnOnce).catch((error: unknown) => {
      if (!(error instanceof ClientGone)) options.log.error(`HTTP: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else
        sendRefusal(response, { status: 500, message: 'The tool server failed. See its log for details.' });
    });
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  warnOnce: (client: AuthenticatedClient) => void,
): Promise<void> {
  const { headers, method, url = '/' } = request;
  const path = url.replace(/\?.*/s, '');
  // The Host header is not checked: monitors call the process by its address, and the answer contains no data.
  if (path === '/health' && method === 'GET') {
    response.writeHead(200).end();
    return;
  }
  const unwelcome = refusalOfSender(request, options);
  if (unwelcome) {
    sendRefusal(response, unwelcome);
    return;
  }
  const cors = headers.origin === undefined ? {} : corsHeaders(headers.origin);
  if (options.tokenHelp && method === 'GET' && isMetadataPath(path)) {
    response.writeHead(200, { 'Content-Type': 'application/json', ...cors });
    response.end(JSON.stringify(protectedResourceMetadata(request, options.tokenHelp)));
  } else if (path !== '/mcp')
    sendRefusal(response, { status: 404, message: 'The tools are served at /mcp.' }, cors);
  else if (method === 'OPTIONS') response.writeHead(204, cors).end();
  else if (method !== 'POST') sendRefusal(response, onlyPost, cors);
  else {
    const refusal = await servePost(request, response, options, cors, warnOnce);
    if (refusal) sendRefusal(response, refusal, cors);
  }
}

const onlyPost: Refusal = {
  status: 405,
  message: 'Use POST: this server keeps no sessions.',
  headers: { Allow: 'POST, OPTIONS' },
};

function refusalOfSender({ headers }: IncomingMessage, { admission }: EndpointOptions): Refusal | undefined {
  if (isForeignHost(headers, admission.isOwnHost)) return foreignHost;
  return isForeignOrigin(headers, admission) ? foreignOrigin : undefined;
}

/** Returns the refusal of a request that is not served. */
async function servePost(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  cors: Readonly<Record<string, string>>,
  warnOnce: (client: AuthenticatedClient) => void,
): Promise<Refusal | undefined> {
  const { quota, bodies, onAuthenticated, serve } = options;
  const { client, refusal } = identifyClient(request.headers);
  // The first message is counted before the body is read, the others of a batch after.
  const tooMany = refusalOfMessages(quota, client?.digest, request, 1);
  if (tooMany) return tooMany;
  if (!client) {
    const headers = { 'WWW-Authenticate': challengeFor(request, options.tokenHelp) };
    return refusal.status === 401 ? { ...refusal, headers } : refusal;
  }
  if (client.isDeprecated) warnOnce(client);
  const webRequest = webRequestOf(request, response);
  const body = await readJsonBody(bodies, request, response);
  if ('refusal' in body) return body.refusal;
  const others = Array.isArray(body.value) ? body.value.length - 1 : 0;
  const tooManyOthers = others > 0 ? refusalOfMessages(quota, client.digest, request, others) : undefined;
  if (tooManyOthers) return tooManyOthers;
  const onAccepted = (): void => {
    quota?.accept(client.digest);
    onAuthenticated(request);
  };
  await sendResponse(await serve(webRequest, body.value, client, onAccepted), response, cors);
  return undefined;
}

/** Counts messages of a request; a JSON-RPC batch has several. */
function refusalOfMessages(
  quota: ClientQuota | undefined,
  digest: string | undefined,
  { socket }: IncomingMessage,
  messages: number,
): Refusal | undefined {
  if (!quota) return undefined;
  if (messages > quota.atOnce) {
    const message = `Too many messages in one request. Send at most ${quota.atOnce}.`;
    return { status: 429, message };
  }
  const wait = quota.take(digest, socket.remoteAddress, messages);
  if (wait === 0) return undefined;
  const headers = { 'Retry-After': String(wait) };
  return { status: 429, message: `Too many calls. Wait ${wait} seconds.`, headers };
}

/** Bytes of one request. The largest legitimate request carries a file for analysis, at most 1 MB of text. */
const maxBodyBytes = 2 * 1024 * 1024;

const refusals: Readonly<Record<413 | 503, Refusal>> = {
  413: { status: 413, message: `The body is larger than ${maxBodyBytes} bytes.` },
  503: { status: 503, message: 'The tool server is busy. Try again.', headers: { 'Retry-After': '1' } },
};

type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** @throws {ClientGone} if the connection breaks */
async function readJsonBody(
  bodies: BodyReader,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Body> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return { refusal: { status: 415, message: 'Content-Type must be application/json.' } };
  const body = await bodies.read(request, response, maxBodyBytes);
  if (!Buffer.isBuffer(body)) return { refusal: refusals[body] };
  try {
    return { value: JSON.parse(body.toString()) as unknown };
  } catch {
    // The message of the parser is left out: it would quote the body, which may hold a token.
    return { refusal: { status: 400, message: 'The body is not JSON.' } };
  }
}

/**
 * Returns the request without its body, which the caller parses. Its signal is aborted when the client closes the
 * connection before the answer is complete.
 */
function webRequestOf(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal: gone.signal });
}

/** Writes a `Response` of the SDK, with extra headers, which replace its own, and waits while the client reads slowly. */
async function sendResponse(
  { status, headers, body }: Response,
  response: ServerResponse,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  response.writeHead(status, { ...Object.fromEntries(headers), ...extra });
  // The head is sent with the first chunk: a separate packet would make a call a fifth slower.
  if (body)
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      if (!response.write(chunk)) await drained(response);
  response.end();
}

/** Resolves when the buffer is drained, or when the client has closed the connection and the wait is pointless. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Answers with a JSON-RPC error, which clients of the protocol show. */
function sendRefusal(
  response: ServerResponse,
  { status, message, headers }: Refusal,
  extra: Readonly<Record<string, string>> = {},
): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message } };
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...headers,
    ...extra,
  });
  response.end(JSON.stringify(error));
}
