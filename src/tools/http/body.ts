import type { IncomingMessage } from 'node:http';
import type { Refusal } from './gatekeeper.ts';

/** Bytes of one request. The largest honest one carries a file for analysis, at most 1 MB of text. */
const maxBodyBytes = 2 * 1024 * 1024;

const tooLarge: Refusal = { status: 413, message: `The body is larger than ${maxBodyBytes} bytes.` };

export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** Reads a JSON body. Rejects only if the connection breaks. */
export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return { refusal: { status: 415, message: 'Content-Type must be application/json.' } };
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return { refusal: tooLarge };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return { refusal: tooLarge };
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
  } catch {
    // The answer says it; the parser would quote the body, which may hold a token.
    return { refusal: { status: 400, message: 'The body is not JSON.' } };
  }
}
