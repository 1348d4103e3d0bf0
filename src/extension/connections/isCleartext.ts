import { reachOfHost } from '../../core/webhooks/address.ts';

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
