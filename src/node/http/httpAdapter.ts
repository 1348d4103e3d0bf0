import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Network } from '../network/network.ts';
import { bodyTooLarge, refuseUpgrade } from './networkFailure.ts';
import { type RequestRoute, withRoute } from './requestRoute.ts';

/**
 * Runs axios over `node:http(s)`, the modules that the editor patches for proxies and certificates. Redirects are
 * returned as answers. The abort signal covers the body too, and the size limit counts decompressed bytes, so that
 * both a trickling and an exploding answer are stopped.
 *
 * @param network the way to each server; undefined in the editor, which finds it itself
 */
export function nodeAdapter(network: Network | undefined): AxiosAdapter {
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
