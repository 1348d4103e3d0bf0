import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { HttpServer, type HttpLimits } from './server/httpServer.ts';
import { editorPorts, headersFor, listenOnLoopback } from './server/loopbackPort.ts';
import { RateQuota } from './server/rateQuota.ts';
import { isForeignHost, isLoopbackName } from './server/requestGuard.ts';

const key = z.string().check(z.minLength(1), z.maxLength(400));
const scope = {
  project: key,
  branch: z.optional(key),
  pullRequest: z.optional(key),
};
const shownItem = z.object({ ...scope, key });

/** The issue or the hotspot that a page of a platform asks the editor to open. */
export const openRequestSchema = z.object({
  origin: z.string(),
  kind: z.enum(['issue', 'hotspot']),
  key: z.string(),
  ...scope,
});
export type OpenRequest = z.output<typeof openRequestSchema>;

export interface OpenRequestOptions {
  /** Shown in the page's list of editors. */
  readonly clientName: string;
  readonly description: () => string;
  /** Whether the user has a connection to a platform of this origin. Other pages learn nothing. */
  readonly isKnownOrigin: (origin: string) => boolean;
  readonly open: (request: OpenRequest) => void;
  /** Called at the first request that is refused because a page asks too often, then at most once a minute. */
  readonly onTooMany: (origin: string, waitSeconds: number) => void;
  readonly onError: (error: unknown) => void;
  /** Returns milliseconds; only differences are used. */
  readonly now: () => number;
  readonly ports?: readonly number[];
}

/** A page sends a few small requests, which have no body. */
const limits: Partial<HttpLimits> = {
  connections: 32,
  anonymousPerAddress: 32,
  bodyBytes: 1024,
  requestMs: 10_000,
};
/** The limit of requests that open a finding. A user opens fewer. */
const opensPerMinute = 60;
const opensAtOnce = 30;
const toldAgainMs = 60_000;

/**
 * Listens for pages of known platforms that ask for an editor (`/sonarlint/api/status`) and let it open an issue or a
 * hotspot. A foreign Origin, no Origin, and a foreign Host (DNS rebinding) are refused, and no token is accepted.
 * Rejects with `busy` when all ports are taken.
 */
export async function listenForOpenRequests(
  options: OpenRequestOptions,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const quota = openQuota(options);
  const newServer = () =>
    new HttpServer({
      handle: (request, response) => answer(request, response, options, quota),
      onError: options.onError,
      limits,
    });
  return listenOnLoopback(newServer, options.ports ?? editorPorts);
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: OpenRequestOptions,
  quota: OpenQuota,
): void {
  const { headers, method } = request;
  const { origin } = headers;
  if (isForeignHost(headers, isLoopbackName) || origin === undefined || !options.isKnownOrigin(origin)) {
    response.writeHead(403, { Connection: 'close' }).end();
    return;
  }
  const refused = method === 'OPTIONS' ? 204 : method === 'GET' ? undefined : 405;
  const { status, body, wait }: Reply =
    refused === undefined ? reply(request, origin, options, quota) : { status: refused };
  if (wait !== undefined) response.setHeader('Retry-After', wait);
  response.writeHead(status, { ...headersFor(origin, 'GET'), 'Content-Type': 'application/json' }).end(body);
}

interface Reply {
  readonly status: number;
  readonly body?: string;
  /** Seconds until the page may ask again. */
  readonly wait?: number;
}

/** Returns 0 if the page may open a finding, or the seconds to wait. */
type OpenQuota = (origin: string) => number;

function openQuota({ now, onTooMany }: OpenRequestOptions): OpenQuota {
  const quota = new RateQuota(opensPerMinute, now, opensAtOnce);
  let toldAt = -Infinity;
  return (origin) => {
    const wait = quota.take(origin);
    if (wait > 0 && now() >= toldAt + toldAgainMs) {
      toldAt = now();
      onTooMany(origin, wait);
    }
    return wait;
  };
}

function reply(
  { url = '' }: IncomingMessage,
  origin: string,
  options: OpenRequestOptions,
  quota: OpenQuota,
): Reply {
  // Not `new URL`, which throws for a path such as `//`.
  const path = url.replace(/\?.*/s, '');
  const parameters = new URLSearchParams(url.slice(path.length));
  const query: Readonly<Record<string, string>> = Object.fromEntries(parameters);
  const show = (kind: OpenRequest['kind']): Reply => {
    const { data } = shownItem.safeParse({ ...query, key: query[kind] });
    if (!data) return { status: 400 };
    const wait = quota(origin);
    if (wait > 0) {
      const message = `At most ${opensPerMinute} findings are opened a minute. Try again in ${wait} s.`;
      return { status: 429, body: JSON.stringify({ message }), wait };
    }
    options.open({ origin, kind, ...data });
    return { status: 200 };
  };
  switch (path) {
    case '/sonarlint/api/status': {
      const { clientName: ideName, description } = options;
      const capabilities = { canOpenFixSuggestion: false };
      const body = { ideName, description: description(), needsToken: false, capabilities };
      return { status: 200, body: JSON.stringify(body) };
    }
    case '/sonarlint/api/issues/show':
      return show('issue');
    case '/sonarlint/api/hotspots/show':
      return show('hotspot');
    default:
      return { status: 404 };
  }
}
