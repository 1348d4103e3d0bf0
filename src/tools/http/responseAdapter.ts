import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './requestGuard.ts';

/**
 * Returns the request without its body, which the caller parses. Its signal is aborted when the client closes the
 * connection before the answer is complete.
 */
export function webRequestOf(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal: gone.signal });
}

/**
 * Writes a `Response` of the SDK to a response of Node, and waits while the client reads slowly.
 *
 * @param extra Headers that are added, and replace those of the same name.
 */
export async function sendResponse(
  { status, headers, body }: Response,
  response: ServerResponse,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  response.writeHead(status, { ...Object.fromEntries(headers), ...extra });
  // The head is sent with the first chunk: a separate packet would make a call a fifth slower.
  if (body)
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      if (!response.write(chunk)) await drained(response);
  response.end();
}

/** Resolves when the buffer is drained, or when the client has closed the connection and the wait is pointless. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Answers with a JSON-RPC error, which clients of the protocol show. */
export function sendRefusal(
  response: ServerResponse,
  { status, message, headers }: Refusal,
  extra: Readonly<Record<string, string>> = {},
): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message } };
  response.writeHead(status, {
    'Content-Type': 'application/json',
    // The rest of a refused body is not read.
    ...((status === 413 || status === 503) && { Connection: 'close' }),
    ...headers,
    ...extra,
  });
  response.end(JSON.stringify(error));
}
