import type { FailureCode } from '../failures.ts';
import { isCleartext } from '../reach.ts';
import type { ConnectionState } from './check.ts';
import { parseServerUrl, withoutTrailingSlashes } from './serverUrl.ts';

/** The first path parts, below the context path, of the platform's pages. */
const pages = new Set(
  'about account admin admin_console api background_tasks code coding_rules component_measures dashboard extension issues markdown organizations portfolio portfolios profiles project projects projects_management quality_gates security_hotspots sessions settings summary tutorials web_api web_api_v2'.split(
    ' ',
  ),
);

/** Limits the number of path parts: a context path with a page below it is never longer. */
const longestPath = 6;

/**
 * Returns the server addresses that a text may mean, each in the form of `parseServerUrl`, the most likely first.
 * `host:port` may mean https or http; on a loopback host, http is more likely. The address of one of the platform's
 * pages is the server's address with a path, a query and a fragment. The result is empty for text that is not an http
 * address and for an address with credentials.
 */
export function candidateAddresses(text: string): readonly string[] {
  const trimmed = text.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return basesOf(trimmed);
  const [https, http] = [basesOf(`https://${trimmed}`), basesOf(`http://${trimmed}`)];
  return http[0] !== undefined && !isCleartext(http[0]) ? [...http, ...https] : [...https, ...http];
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

/** Returns the most likely server address in a text, without asking a server; undefined if the text has none. */
export function likelyAddress(text: string): string | undefined {
  return parseServerUrl(text) ?? candidateAddresses(text)[0];
}

export interface FoundServer {
  /** The address in its stored form. */
  readonly serverUrl: string;
  readonly checkResult: ConnectionState;
}

/**
 * Probes the addresses that a text may mean until one answers like the platform, and returns that one. If none does, it
 * returns the most likely address with the result of its probe. Except on a loopback host, it tries http only after
 * https, and only if no TLS server answers: an untrusted certificate must not lead to an unencrypted connection.
 * @param probe checks an address without a token
 * @returns undefined for text that `candidateAddresses` does not accept
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
    const checkResult = await probe(serverUrl);
    const found = { serverUrl, checkResult };
    if (checkResult.state !== 'unreachable') return found;
    first ??= found;
    const { code } = checkResult.failure;
    const { origin } = new URL(serverUrl);
    // If a server does not answer, or not with this scheme, its other paths need no request.
    candidates = otherAnswers.has(code)
      ? others
      : others.filter((other) => otherOrigins.has(code) && new URL(other).origin !== origin);
  }
}

/** Failures after which the platform may still be at another scheme or port of the host. */
const otherOrigins: ReadonlySet<FailureCode> = new Set(['unreachable', 'unknownHost', 'proxy']);

/** Failures that mean that a server answers, but not like the platform. The platform may be at another path. */
const otherAnswers: ReadonlySet<FailureCode> = new Set([
  'badRequest',
  'forbidden',
  'malformed',
  'notFound',
  'redirected',
  'removed',
  'tooLarge',
  'unauthorized',
]);
