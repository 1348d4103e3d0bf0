import * as http from 'node:http';
import * as https from 'node:https';
import type { Failure } from '../../core/failures.ts';
import type { OpenedStream, StreamRequest } from '../../core/http.ts';
import type { Network } from '../network/network.ts';
import { networkFailure, refuseUpgrade } from './networkFailure.ts';
import { type RequestRoute, withRoute } from './requestRoute.ts';

/**
 * Opens a stream over `node:http(s)`, the modules that the editor patches for proxies and certificates. The editor's
 * `fetch` is unsuitable: it buffers, and it follows redirects with the key.
 *
 * @param network as for `createHttp`
 */
export async function openStream(
  { url, headers, signal }: StreamRequest,
  network?: Network,
): Promise<OpenedStream> {
  const failed = (error: unknown): Failure => networkFailure(error, `GET ${new URL(url).origin}`, signal);
  const transport = url.startsWith('https:') ? https : http;
  const attempt = (route: RequestRoute): Promise<OpenedStream> =>
    new Promise((resolve, reject) => {
      // No shared agent: a stream that lasts for days must not occupy a connection of the short requests.
      const request = transport.request(url, {
        agent: false,
        ...route.options,
        headers: { ...headers },
        signal,
      });
      request.on('error', reject);
      route.watch(request);
      refuseUpgrade(request);
      request.on('response', (message) =>
        resolve({
          status: message.statusCode ?? 0,
          headers: message.headers as OpenedStream['headers'],
          pieces: textOf(message, failed),
        }),
      );
      request.end();
    });
  try {
    return await withRoute(network, { url: new URL(url), isDirect: false, isLong: true, signal }, attempt);
  } catch (error) {
    throw failed(error);
  }
}

async function* textOf(
  message: http.IncomingMessage,
  failed: (error: unknown) => Failure,
): AsyncGenerator<string, void, void> {
  message.setEncoding('utf8');
  try {
    for await (const piece of message as AsyncIterable<string>) yield piece;
  } catch (error) {
    throw failed(error);
  }
}
