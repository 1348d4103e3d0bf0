import { reachOfHost } from '../../core/webhooks/address.ts';

/** Whether everybody on the way can read what is sent to an address. What stays on this machine has no way. */
export function sendsInTheClear(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && reachOfHost(url) !== 'loopback';
}
