import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any headers, also a Host of its own, which `fetch` refuses. */
export function sendTo(
  port: number,
  { path = '/', method = 'GET', headers = {}, body = '' }: RawRequest,
  host = '127.0.0.1',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path, method, headers }, (response) => {
      text(response)
        .then((answer) => resolve({ status: response.statusCode, headers: response.headers, body: answer }))
        .catch(reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
