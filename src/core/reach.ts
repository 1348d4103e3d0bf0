/** The network that an address belongs to: this machine, a private network, or `public` for all others. */
export type Reach = 'loopback' | 'private' | 'public';

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

/** Returns the network of an IP address in the notation of the system's resolver or of a URL, without brackets. */
export function reachOfIp(ip: string): Reach {
  const carried = carriedIp(ip);
  if (carried !== undefined) return reachOfIp(carried);
  if (loopback.some((pattern) => pattern.test(ip))) return 'loopback';
  return ownNetwork.some((pattern) => pattern.test(ip)) ? 'private' : 'public';
}

/** Returns the IPv4 address in an IPv6 address (mapped, compatible, NAT64; hexadecimal in a URL), or undefined. */
function carriedIp(ip: string): string | undefined {
  const [, tail] = /^(?:::ffff:|::|64:ff9b::)((?:\d+\.){3}\d+|[\da-f]+:[\da-f]+)$/i.exec(ip) ?? [];
  if (tail === undefined || tail.includes('.')) return tail;
  const [high = 0, low = 0] = tail.split(':').map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns the network of a URL's host without resolving it. `public` only means that a name is not `localhost`. */
export function reachOfHost({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (/^localhost\.?$|\.localhost\.?$/i.test(host)) return 'loopback';
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host) ? reachOfIp(host) : 'public';
}

/** Whether others on the network can read what is sent to a valid URL. Loopback requests stay on this machine. */
export function isCleartext(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && reachOfHost(url) !== 'loopback';
}
