import { isMasked } from '../api/webhooks.ts';
/** The network that an address belongs to: this machine, a private network, or `public` for all others. */
type Reach = 'loopback' | 'private' | 'public';

const loopback: readonly RegExp[] = [/^127\./, /^0\./, /^::1?$/];
const ownNetwork: readonly RegExp[] = [
  /^10\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^169\.254\./,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^(?:22[4-9]|2[3-5]\d)\./,
  /^f[cd]/i,
  /^fe[89ab]/i,
  /^ff/i,
];

/**
 * Returns the network of an IP address.
 * @param ip in the notation of the system's resolver or of a URL, without brackets
 */
export function reachOfIp(ip: string): Reach {
  const carried = carriedIp(ip);
  if (carried !== undefined) return reachOfIp(carried);
  if (loopback.some((pattern) => pattern.test(ip))) return 'loopback';
  return ownNetwork.some((pattern) => pattern.test(ip)) ? 'private' : 'public';
}

/**
 * Returns the IPv4 address in an IPv6 address (mapped, compatible, NAT64), or undefined for other addresses. A URL
 * writes it in hexadecimal.
 */
function carriedIp(ip: string): string | undefined {
  const [, tail] = /^(?:::ffff:|::|64:ff9b::)((?:\d+\.){3}\d+|[\da-f]+:[\da-f]+)$/i.exec(ip) ?? [];
  if (tail === undefined || tail.includes('.')) return tail;
  const [high = 0, low = 0] = tail.split(':').map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Returns the network of a URL's host without resolving its name. For a name, `public` means only that it is not
 * `localhost`.
 */
export function reachOfHost({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (/^localhost\.?$|\.localhost\.?$/i.test(host)) return 'loopback';
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host) ? reachOfIp(host) : 'public';
}

export interface ResolvedTarget {
  /** The most private of the networks of all addresses, in the order loopback, private, public. */
  readonly reach: Reach;
  /**
   * The addresses to connect to, so that the request reaches the addresses that were checked. Undefined for a host that
   * is an IP address of this machine or of a private network, or `localhost`.
   */
  readonly addresses: readonly string[] | undefined;
}

/**
 * Resolves the host of a URL once, for both the check and the request.
 * @param addressesOf the function of `src/node/http/addressesOf.ts`, which rejects with `unknownHost` for an unknown
 * name
 */
export async function resolveTarget(
  url: URL,
  addressesOf: (host: string) => Promise<readonly string[]>,
): Promise<ResolvedTarget> {
  const byName = reachOfHost(url);
  if (byName !== 'public') return { reach: byName, addresses: undefined };
  const addresses = await addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const reaches = addresses.map(reachOfIp);
  const reach =
    reaches.find((one) => one === 'loopback') ?? reaches.find((one) => one === 'private') ?? 'public';
  return { reach, addresses };
}

/** Returns an address with `***` in place of its credentials, for answers that repeat the address of a request. */
export function withoutCredentials(address: string): string {
  return address.replace(/(?<=:\/\/)[^/?#]*@/, '***@');
}

/**
 * Returns the reason why an address must not be sent to the platform: it is `masked`, or the platform would refuse it
 * (`noTarget`). Returns undefined for a valid address.
 */
export function addressProblem(text: string): 'masked' | 'noTarget' | undefined {
  if (isMasked(text)) return 'masked';
  return parseWebhookUrl(text) ? undefined : 'noTarget';
}

/**
 * Parses an address that the platform accepts: http or https with a host, at most 512 characters; otherwise undefined.
 */
export function parseWebhookUrl(text: string): URL | undefined {
  if (text.length > 512 || !/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/**
 * Whether others on the network can read what is sent to an address. Requests to a loopback address stay on this
 * machine.
 *
 * @param address A valid absolute URL.
 */
export function isCleartext(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && reachOfHost(url) !== 'loopback';
}
