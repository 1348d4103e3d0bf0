import { isIPv6 } from 'node:net';

/**
 * Returns the key for limits per address: an IPv4 address, or the /64 network of an IPv6 address, because one peer
 * controls all addresses of its /64. An IPv4 address that is mapped into IPv6 has the key of the IPv4 address.
 * @param remote `remoteAddress` of a socket; undefined once the socket is closed
 */
export function addressGroup(remote: string | undefined): string {
  if (remote === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remote)?.[1];
  if (mapped !== undefined) return mapped;
  // A zone names an interface of this machine.
  const address = remote.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
