import { isMasked } from '../api/webhooks.ts';
import { type Reach, reachOfHost, reachOfIp } from '../reach.ts';

export interface ResolvedTarget {
  /** The most private of the networks of all addresses, in the order loopback, private, public. */
  readonly reach: Reach;
  /** The checked addresses to connect to. Undefined for `localhost`, and for a private or loopback IP as the host. */
  readonly addresses: readonly string[] | undefined;
}

/** Resolves the host of a URL once, for both check and request. Rejects with `unknownHost`, as `addressesOf` does. */
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

/** Returns why an address must not be sent: `masked`, or `noTarget` if the platform would refuse it; else undefined. */
export function addressProblem(text: string): 'masked' | 'noTarget' | undefined {
  if (isMasked(text)) return 'masked';
  return parseWebhookUrl(text) ? undefined : 'noTarget';
}

/** Parses an address that the platform accepts: http(s) with a host, at most 512 characters; else undefined. */
export function parseWebhookUrl(text: string): URL | undefined {
  if (text.length > 512 || !/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}
