import * as http from 'node:http';
import * as https from 'node:https';
import type { Failure } from '../../core/failures.ts';
import type { OpenedStream, StreamRequest } from '../../core/push/openStream.ts';
import { networkFailure, refuseUpgrade } from './networkFailure.ts';

/**
 * Opens a stream over `node:http(s)`, the modules that the editor patches for proxies and certificates. The editor's
 * `fetch` is unsuitable: it buffers, and it follows redirects with the key.
 */
export function openStream({ url, headers, signal }: StreamRequest): Promise<OpenedStream> {
  const transport = url.startsWith('https:') ? https : http;
  const failed = (error: unknown): Failure => networkFailure(error, `GET ${new URL(url).origin}`, signal);
  return new Promise((resolve, reject) => {
    // No shared agent: a stream that lasts for days must not occupy a connection of the short requests.
    const request = transport.request(url, { headers: { ...headers }, signal, agent: false });
    request.on('error', (error) => {
      reject(failed(error));
    });
    refuseUpgrade(request);
    request.on('response', (message) => {
      resolve({
        status: message.statusCode ?? 0,
        headers: message.headers as OpenedStream['headers'],
        pieces: textOf(message, failed),
      });
    });
    request.end();
  });
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
