import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a name of a Host header or URL, IPv6 in brackets, is this machine's own by definition. */
export function isLoopbackName(name: string): boolean {
  return loopbackNames.has(name);
}

/** Whether a Host name is an IP address, which no foreign page can have made to mean this machine. */
function isAddressName(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/**
 * The check of names under which a server may be called: those of the loopback, addresses, and its own.
 * @param names as the user writes them, IPv6 without brackets
 */
export function ownHosts(names: readonly string[]): (name: string) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()));
  return (name) => isLoopbackName(name) || isAddressName(name) || own.has(name);
}

/** Whether a server that listens on this address is reached from this machine alone. */
export function isLoopbackAddress(host: string): boolean {
  return isLoopbackName(host) || isLoopbackName(`[${host}]`);
}

/** Returns the name in `name:port`, lower case, IPv6 in brackets; undefined where it is no host. */
function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname, username, search } = new URL(url);
  return pathname === '/' && username === '' && search === '' ? hostname : undefined;
}

/**
 * Whether a request was sent to a name that is not the server's. A web page that rebinds DNS makes its own name mean this
 * machine, and counts as of the same origin then; the name in the Host header gives it away.
 */
export function isForeignHost({ host }: IncomingHttpHeaders, isOwnHost: (name: string) => boolean): boolean {
  const name = host === undefined ? undefined : hostnameOf(host);
  return name === undefined || !isOwnHost(name);
}

/**
 * Whether the page of another origin sent a request: its Origin is not the address in the Host header. Sandboxed pages send
 * `null`, which is foreign. Only browsers send an Origin; a request without one comes from no page.
 */
export function isCrossOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether a browser sent a request: every POST of a page has an Origin, every request to loopback a Sec-Fetch-Site. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
