/** Where an address leads: `public` is all that is neither this machine nor a network of somebody's own. */
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

/** @param ip as the system's resolver or an address writes it */
export function reachOfIp(ip: string): Reach {
  const carried = carriedIp(ip);
  if (carried !== undefined) return reachOfIp(carried);
  if (loopback.some((pattern) => pattern.test(ip))) return 'loopback';
  return ownNetwork.some((pattern) => pattern.test(ip)) ? 'private' : 'public';
}

/** The IPv4 address that one of IPv6 stands for (mapped, compatible, NAT64); a URL writes it in hexadecimal. */
function carriedIp(ip: string): string | undefined {
  const [, tail] = /^(?:::ffff:|::|64:ff9b::)((?:\d+\.){3}\d+|[\da-f]+:[\da-f]+)$/i.exec(ip) ?? [];
  if (tail === undefined || tail.includes('.')) return tail;
  const [high = 0, low = 0] = tail.split(':').map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Of a host by its name alone: a name that is no IP says only that it is not `localhost`. */
export function reachOfHost({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (/^localhost\.?$|\.localhost\.?$/i.test(host)) return 'loopback';
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host) ? reachOfIp(host) : 'public';
}

/** The result of resolving the host of a webhook's address. */
export interface ResolvedTarget {
  /** As private as the most private of the addresses. */
  readonly reach: Reach;
  /** To be connected to, so that what was checked is what is reached; undefined where the host itself is an address. */
  readonly addresses: readonly string[] | undefined;
}

/**
 * Resolves the host of a URL, once for the check and the request.
 * @param addressesOf as src/node/http/addressesOf.ts; rejects with `unreachable` for a name that is not known
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

/** The platform shows stars in place of credentials; such an address is for reading, and leads nowhere. */
export function isMasked(address: string): boolean {
  return /^https?:\/\/\*+(?::\*+)?@/i.test(address);
}

/** For answers that repeat an address as it was given, credentials and all. */
export function withoutCredentials(address: string): string {
  return address.replace(/(?<=:\/\/)[^/?#]*@/, '***@');
}

/** Why the platform would not take an address, or must not be given it. */
export function addressProblem(text: string): 'masked' | 'noTarget' | undefined {
  if (isMasked(text)) return 'masked';
  return parseTarget(text) ? undefined : 'noTarget';
}

/** A target as the platform takes it: http or https with a host, at most 512 characters. */
export function parseTarget(text: string): URL | undefined {
  if (text.length > 512 || !/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}
