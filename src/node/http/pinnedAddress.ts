import type { AxiosRequestConfig } from 'axios';
import { lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';

/**
 * Options of a request that connects to addresses which are known already, those of IPv4 if there are any. A name other
 * than that of the URL is resolved as ever: a proxy that the request goes through.
 *
 * The family is more than a preference: a request that names one gets no connection that another request of the process
 * keeps open to that name, and that may lead to another address.
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
