import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from '../../node/http/server/bodyReader.ts';
import type { Refusal } from './requestGuard.ts';

/** Bytes of one request. The largest legitimate request carries a file for analysis, at most 1 MB of text. */
const maxBodyBytes = 2 * 1024 * 1024;

const refusals: Readonly<Record<413 | 503, Refusal>> = {
  413: { status: 413, message: `The body is larger than ${maxBodyBytes} bytes.` },
  503: { status: 503, message: 'The tool server is busy. Try again.', headers: { 'Retry-After': '1' } },
};

type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Reads a JSON body.
 * @throws {ClientGone} where the connection breaks
 */
export async function readJsonBody(
  bodies: BodyReader,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Body> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return { refusal: { status: 415, message: 'Content-Type must be application/json.' } };
  const body = await bodies.read(request, response, maxBodyBytes);
  if (!Buffer.isBuffer(body)) return { refusal: refusals[body] };
  try {
    return { value: JSON.parse(body.toString()) as unknown };
  } catch {
    // The message of the parser is left out: it would quote the body, which may hold a token.
    return { refusal: { status: 400, message: 'The body is not JSON.' } };
  }
}
