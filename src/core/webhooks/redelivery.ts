import type { HttpRequest } from '../http.ts';
import { brands } from '../brand.ts';
import { sign } from './signature.ts';

/** Marks what a person sent again, with the id of the delivery that it repeats. */
const redeliveryHeader = 'X-Service-Redelivery';

export interface Redelivery {
  /** In full, credentials included. */
  readonly url: string;
  /** Id of the recorded delivery. */
  readonly delivery: string;
  /** The body, byte for byte as it was sent. */
  readonly payload: string;
  readonly projectKey: string | undefined;
  /** Absent: sent unsigned. The platform does not give its secrets away. */
  readonly secret: string | undefined;
  readonly userAgent: string;
}

/** A recorded delivery as a request of our own, under the header names of every brand, because a receiver may know one. */
export function redeliveryRequest(redelivery: Redelivery): HttpRequest {
  const { url, delivery, payload, projectKey, secret, userAgent } = redelivery;
  const signature = secret === undefined ? undefined : sign(new TextEncoder().encode(payload), secret);
  const headers = brands.flatMap((brand) => [
    ...(projectKey === undefined ? [] : [[brand.headers.project, projectKey] as const]),
    ...(signature === undefined ? [] : [[brand.headers.signature, signature] as const]),
  ]);
  return {
    method: 'POST',
    url,
    headers: {
      ...Object.fromEntries(headers),
      [redeliveryHeader]: delivery,
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': userAgent,
    },
    body: payload,
    // As the platform waits; what a receiver says is not looked at.
    timeoutMs: 10_000,
    maxBytes: 1024 * 1024,
  };
}
