import type { AxiosRequestConfig } from 'axios';
import { lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';

/**
 * Returns the options of a request that connects to addresses which are already known, using those of IPv4 if there
 * are any. A name other than the URL's, such as that of a proxy, is resolved as usual.
 *
 * The family is more than a preference: a request that sets it cannot reuse a connection that another request of the
 * process keeps open to the same name, and that may lead to another address.
 */
export function pinnedTo(
  url: string,
  addresses: readonly string[],
): Pick<AxiosRequestConfig, 'lookup' | 'family'> {
  const { hostname } = new URL(url);
  const family = addresses.some(isIPv4) ? 4 : 6;
  const found = addresses
    .filter((address) => isIPv4(address) === (family === 4))
    .map((address) => ({ address, family }));
  const lookUp: LookupFunction = (name, options, callback) => {
    const [first] = found;
    if (name !== hostname || !first) lookup(name, options, callback);
    else if (options.all) callback(null, found);
    else callback(null, first.address, family);
  };
  // The type that axios declares for Node's function differs in a detail.
  return { lookup: lookUp as unknown as NonNullable<AxiosRequestConfig['lookup']>, family };
}
