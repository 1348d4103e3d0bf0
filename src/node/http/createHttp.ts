import { lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';
import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';
import { Failure } from '../../core/failures.ts';
import type { Http, HttpRequest, HttpResponse } from '../../core/http.ts';
import type { Network } from '../network/network.ts';
import { nodeAdapter } from './httpAdapter.ts';
import { networkFailure } from './networkFailure.ts';

/**
 * Returns the options of a request that connects to addresses which are already known, using those of IPv4 if there
 * are any. A name other than the URL's, such as that of a proxy, is resolved as usual.
 *
 * The family is more than a preference: a request that sets it cannot reuse a connection that another request of the
 * process keeps open to the same name, and that may lead to another address.
 */
function pinnedTo(url: string, addresses: readonly string[]): Pick<AxiosRequestConfig, 'lookup' | 'family'> {
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

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 10 * 1024 * 1024;

/**
 * Creates the HTTP client from axios. It uses the browser build, which has a quarter of the size of the node build,
 * over our own adapter, which enforces every limit (see httpAdapter.ts).
 *
 * @param network the proxies and certificates of a program outside the editor. The editor patches `node:http(s)`, so
 *   that its own apply without further code.
 */
export function createHttp(network?: Network): Http {
  const client = axios.create({
    adapter: nodeAdapter(network),
    // Every answer is a value; core evaluates the statuses.
    validateStatus: () => true,
    // zod parses the bodies at the border, so axios must not guess.
    responseType: 'text',
    transformResponse: (body: string) => body,
    transformRequest: (body: unknown) => body,
  });
  return {
    async send(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
      try {
        const { status, headers, data } = await client.request<string>({
          method: request.method,
          url: request.url,
          headers: { ...request.headers },
          ...(request.body !== undefined && { data: request.body }),
          signal: request.signal ? AbortSignal.any([deadline, request.signal]) : deadline,
          ...(request.addresses && pinnedTo(request.url, request.addresses)),
          maxContentLength: request.maxBytes ?? defaultMaxBytes,
        });
        return { status, headers: headers as HttpResponse['headers'], body: data };
      } catch (error) {
        const isCancelled = request.signal?.aborted === true;
        // The fault of a proxy, which may be that it did not answer in time.
        if (Failure.is(error) && !isCancelled) throw error;
        throw failureOf(error, request, deadline.aborted && !isCancelled);
      }
    },
  };
}

function failureOf(error: unknown, { method, url, signal }: HttpRequest, late: boolean): Failure {
  // Origin only: a path may contain data that the user does not want in a log.
  const what = `${method} ${new URL(url).origin}`;
  if (late) return new Failure('timeout', `${what}: no complete answer in time`);
  return networkFailure(error, what, signal);
}
