import { lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import axios from 'axios';
import type { AxiosRequestConfig, AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { Failure } from '../../core/failures.ts';
import type { Http, HttpRequest, HttpResponse } from '../../core/http.ts';
import type { Network } from '../network/network.ts';
import { networkFailure, bodyTooLarge, refuseUpgrade } from './networkFailure.ts';
import { type RequestRoute, withRoute } from './requestRoute.ts';

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
 * over our own adapter, which enforces every limit.
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

/**
 * Runs axios over `node:http(s)`, the modules that the editor patches for proxies and certificates. Redirects are
 * returned as answers. The abort signal covers the body too, and the size limit counts decompressed bytes, so that
 * both a trickling and an exploding answer are stopped.
 *
 * @param network the way to each server; undefined in the editor, which finds it itself
 */
function nodeAdapter(network: Network | undefined): AxiosAdapter {
  return (config) => {
    const signal = config.signal as AbortSignal | undefined;
    // Addresses that the caller resolved are those of a URL that a platform named.
    const use = { url: new URL(config.url ?? ''), isDirect: config.lookup !== undefined, signal };
    return withRoute(network, use, (route) => send(config, use.url, route));
  };
}

function send(config: InternalAxiosRequestConfig, url: URL, route: RequestRoute): Promise<AxiosResponse> {
  return new Promise((resolve, reject) => {
    const transport = url.protocol === 'https:' ? https : http;
    const body = config.data as string | Uint8Array | undefined;
    const request = transport.request(url, {
      method: config.method?.toUpperCase() ?? 'GET',
      headers: {
        ...(config.headers.toJSON() as http.OutgoingHttpHeaders),
        'Accept-Encoding': 'gzip, deflate, br',
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      },
      ...route.options,
      ...(config.signal && { signal: config.signal as AbortSignal }),
      ...(config.family && { family: config.family }),
      ...(config.lookup && { lookup: config.lookup as unknown as LookupFunction }),
    });
    request.on('error', reject);
    route.watch(request);
    refuseUpgrade(request);
    request.on('response', (message) => {
      readBody(message, config)
        .then((data) => resolve(responseOf(message, data, config)))
        .catch((error: unknown) => {
          // A refused body must not be received any further.
          message.destroy();
          reject(error instanceof Error ? error : new Error(String(error)));
        });
    });
    request.end(body);
  });
}

function responseOf(
  message: http.IncomingMessage,
  data: string,
  config: InternalAxiosRequestConfig,
): AxiosResponse {
  const headers = Object.entries(message.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return {
    data,
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    headers: Object.fromEntries(headers) as Record<string, string>,
    config,
  };
}

async function readBody(
  message: http.IncomingMessage,
  { maxContentLength = -1 }: InternalAxiosRequestConfig,
): Promise<string> {
  const limit = maxContentLength < 0 ? Infinity : maxContentLength;
  if (Number(message.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(message) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function decompressed(message: http.IncomingMessage): Readable {
  const decoder = decoders[message.headers['content-encoding'] ?? '']?.();
  // `pipeline` passes an error of either side, including an abort, to the reader of the decoder.
  return decoder ? pipeline(message, decoder, () => undefined) : message;
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function tooLarge(limit: number): Error {
  return Object.assign(new Error(`The answer is larger than ${limit} bytes`), { code: bodyTooLarge });
}
