import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { readJsonBody } from './body.ts';
import { recognize, type Caller } from './caller.ts';
import { refuse, sendResponse, webRequestOf } from './exchange.ts';
import {
  type Admission,
  corsHeaders,
  foreignOrigin,
  isForeignOrigin,
  refuseForeignHost,
} from './gatekeeper.ts';
import type { RateLimit } from './rateLimit.ts';

/** Serves one admitted request; stateless, so that any number of processes can stand behind one address. */
export type Serve = (request: Request, body: unknown, caller: Caller) => Promise<Response>;

export interface EndpointOptions {
  readonly admission: Admission;
  /** Undefined: unlimited. */
  readonly rateLimit: RateLimit | undefined;
  readonly serve: Serve;
  readonly log: Log;
}

/** Distinct tokens for which the warning is remembered; beyond them it would only repeat itself. */
const maxWarned = 10_000;

/** The handler of both HTTP transports: `POST /mcp`, and `GET /health` for whoever watches the process. */
export function createEndpoint(options: EndpointOptions): RequestListener {
  const warned = new Set<string>();
  const warnOnce = ({ digest }: Caller): void => {
    if (warned.has(digest) || warned.size >= maxWarned) return;
    warned.add(digest);
    options.log.warn(
      'A client sends its token in the header SERVICE_TOKEN, which is deprecated: use Authorization: Bearer.',
    );
  };
  return (request, response) => {
    handle(request, response, options, warnOnce).catch((error: unknown) => {
      options.log.error(`HTTP: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: 'The tool server failed; its log says more.' });
    });
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { admission, rateLimit, serve }: EndpointOptions,
  warnOnce: (caller: Caller) => void,
): Promise<void> {
  const { headers, method, url = '/' } = request;
  const path = url.replace(/\?.*/s, '');
  // No host check: those who probe a process call it by its address, and learn nothing here.
  if (path === '/health' && method === 'GET') {
    response.writeHead(200).end();
    return;
  }
  const foreignHost = refuseForeignHost(headers, admission);
  if (foreignHost) {
    refuse(response, foreignHost);
    return;
  }
  if (isForeignOrigin(headers, admission)) {
    refuse(response, foreignOrigin);
    return;
  }
  const cors = headers.origin === undefined ? {} : corsHeaders(headers.origin);
  if (path !== '/mcp') {
    refuse(response, { status: 404, message: 'The tools are served at /mcp.' }, cors);
    return;
  }
  if (method === 'OPTIONS') {
    response.writeHead(204, cors).end();
    return;
  }
  if (method !== 'POST') {
    const allow = { Allow: 'POST, OPTIONS' };
    refuse(
      response,
      { status: 405, message: 'Only POST: this server keeps no sessions.', headers: allow },
      cors,
    );
    return;
  }
  const recognized = recognize(headers);
  const caller = 'caller' in recognized ? recognized.caller : undefined;
  const wait = rateLimit?.take(caller?.digest ?? `address ${request.socket.remoteAddress ?? ''}`) ?? 0;
  if (wait > 0) {
    const after = { 'Retry-After': String(wait) };
    refuse(response, { status: 429, message: `Too many calls. Wait ${wait} seconds.`, headers: after }, cors);
    return;
  }
  if ('refusal' in recognized) {
    refuse(response, recognized.refusal, cors);
    return;
  }
  if (recognized.caller.isDeprecated) warnOnce(recognized.caller);
  const webRequest = webRequestOf(request, response);
  const body = await readJsonBody(request);
  if ('refusal' in body) refuse(response, body.refusal, cors);
  else await sendResponse(await serve(webRequest, body.value, recognized.caller), response, cors);
}
