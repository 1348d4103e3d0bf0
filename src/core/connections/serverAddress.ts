import type { FailureCode } from '../failures.ts';
import type { ConnectionState } from './check.ts';
import { withoutTrailingSlashes } from './connection.ts';

/** The first part of the paths of the platform's pages, below its context path. */
const pages = new Set(
  'about account admin admin_console api background_tasks code coding_rules component_measures dashboard extension issues markdown organizations portfolio portfolios profiles project projects projects_management quality_gates security_hotspots sessions settings summary tutorials web_api web_api_v2'.split(
    ' ',
  ),
);

/** More parts than this has no context path with a page below it. */
const longestPath = 6;

/**
 * The addresses that a text may mean, each as `parseServerUrl` gives it, the likeliest first. `host:port` may be https and
 * http; the address of a page is that of a server with a path, a query and a fragment. Empty for what is no http address
 * and for one with credentials.
 */
export function candidateAddresses(text: string): readonly string[] {
  const trimmed = text.trim();
  const schemes = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? [''] : ['https://', 'http://'];
  return schemes.flatMap((scheme) => basesOf(scheme + trimmed));
}

function basesOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, username, password, hostname, origin, pathname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return [];
  if (hostname === '' || username !== '' || password !== '') return [];
  const parts = withoutTrailingSlashes(pathname).split('/').slice(1, longestPath);
  const page = parts.findIndex((part) => pages.has(part));
  const prefixes = [page === -1 ? parts.length : page, ...parts.map((_, index) => index).toReversed()];
  return [...new Set(prefixes)].map((length) => [origin, ...parts.slice(0, length)].join('/'));
}

export interface FoundServer {
  /** As it is stored. */
  readonly serverUrl: string;
  readonly verdict: ConnectionState;
}

/**
 * Tries the addresses that a text may mean until one answers as the platform does. Where none does, the result is the
 * likeliest one, with what became of it. http is tried after https only where no TLS server answers at all: a certificate
 * that is not trusted must not lead to a connection without any.
 * @param probe checks an address without a token
 * @returns undefined for what is no address
 */
export async function findServer(
  text: string,
  probe: (serverUrl: string) => Promise<ConnectionState>,
): Promise<FoundServer | undefined> {
  let first: FoundServer | undefined;
  let candidates = candidateAddresses(text);
  for (;;) {
    const [serverUrl, ...others] = candidates;
    if (serverUrl === undefined) return first;
    const verdict = await probe(serverUrl);
    const found = { serverUrl, verdict };
    if (verdict.state !== 'unreachable') return found;
    first ??= found;
    const { code } = verdict.failure;
    if (code === 'cancelled') return first;
    const { origin } = new URL(serverUrl);
    // Other paths of a server that does not answer, or of a scheme that it does not speak, need no request.
    candidates = otherAnswers.has(code)
      ? others
      : others.filter((other) => code === 'unreachable' && new URL(other).origin !== origin);
  }
}

/** Something answers at the address, but not as the platform does: it may do so at another path. */
const otherAnswers: ReadonlySet<FailureCode> = new Set([
  'badRequest',
  'forbidden',
  'malformed',
  'notFound',
  'redirected',
  'tooLarge',
  'unauthorized',
]);
