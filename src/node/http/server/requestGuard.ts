import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a name in a Host header or URL, IPv6 in brackets, always denotes this machine. */
export function isLoopbackName(name: string): boolean {
  return loopbackNames.has(name);
}

/** Whether a Host name is an IP address. A foreign page cannot redirect an IP address to this machine. */
function isAddressName(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/**
 * Returns the check of names under which a client may call a server: those of the loopback, IP addresses, its own names
 * and those of its certificate.
 * @param names as the user writes them: in any case, IPv6 without brackets, also with a port
 * @param covers whether the server's certificate is issued for a name
 */
export function ownHosts(
  names: readonly string[],
  covers: (name: string) => boolean = () => false,
): (name: string) => boolean {
  const own = new Set(names.map((name) => hostnameOf(name) ?? name.toLowerCase()));
  return (name) => isLoopbackName(name) || isAddressName(name) || own.has(name) || covers(name);
}

/** Whether only this machine can reach a server that listens on this address: `localhost`, `::1` or 127.0.0.0/8. */
export function isLoopbackAddress(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** Returns the name in `name:port`, in lower case, IPv6 in brackets; undefined if the text does not name a host. */
function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname, username, search } = new URL(url);
  return pathname === '/' && username === '' && search === '' ? hostname : undefined;
}

/**
 * Whether a request was sent to a name that does not belong to the server. A web page that rebinds DNS points its own
 * name at this machine and then counts as same-origin; the name in the Host header reveals it.
 */
export function isForeignHost({ host }: IncomingHttpHeaders, isOwnHost: (name: string) => boolean): boolean {
  const name = host === undefined ? undefined : hostnameOf(host);
  return name === undefined || !isOwnHost(name);
}

/**
 * Whether a page of another origin sent the request: its Origin is not the address in the Host header. Sandboxed pages
 * send `null`, which is foreign. Only browsers send an Origin, so a request without one does not come from a page.
 */
export function isCrossOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether a browser sent a request: every POST of a page has an Origin, every request to loopback a Sec-Fetch-Site. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
