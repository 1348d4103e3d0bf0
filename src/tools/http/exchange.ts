import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './gatekeeper.ts';

/** The request without its body, which is handed over parsed. Aborted when the client goes away before the answer is complete. */
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

export async function sendResponse(
  { status, headers, body }: Response,
  response: ServerResponse,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  response.writeHead(status, { ...Object.fromEntries(headers), ...extra });
  // The head goes with the first chunk: a packet of its own would cost a call a fifth more.
  if (body)
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      if (!response.write(chunk)) await drained(response);
  response.end();
}

/** Also when the client has gone: then there is nothing to wait for. */
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

/** In the form of a JSON-RPC error, which clients of the protocol show. */
export function refuse(
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
