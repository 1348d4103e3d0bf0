import type { DeliveryDetails } from '../api/webhooks.ts';
import { brands } from '../brand.ts';
import { Failure } from '../failures.ts';
import type { Http, HttpRequest } from '../http.ts';
import { parsePayload } from './payload.ts';
import { sign } from './signature.ts';

/** The header that marks a redelivery by the user. Its value is the id of the repeated delivery. */
const redeliveryHeader = 'X-Service-Redelivery';

interface Redelivery {
  readonly delivery: Pick<DeliveryDetails, 'id' | 'payload' | 'componentKey'>;
  /** The full address, including credentials. */
  readonly url: string;
  /** The addresses to connect to; see `resolveTarget`. */
  readonly addresses: readonly string[] | undefined;
  /** The secret for the signature; the redelivery is unsigned without it. The platform does not return its secrets. */
  readonly secret: string | undefined;
  readonly userAgent: string;
}

/**
 * Sends a recorded delivery again from this machine, because the platform cannot. Rejects if the receiver does not
 * answer. The user must allow the target beforehand, because any administrator of the project may have written its
 * address.
 */
export async function redeliver(
  http: Http,
  redelivery: Redelivery,
): Promise<{ success: boolean; httpStatus: number }> {
  const { status } = await http.send(redeliveryRequest(redelivery));
  return { success: status >= 200 && status < 300, httpStatus: status };
}

/** Returns a request with the same body, marked, and with the headers of every brand. */
function redeliveryRequest({ delivery, url, addresses, secret, userAgent }: Redelivery): HttpRequest {
  const { id, payload, componentKey } = delivery;
  const projectKey = projectKeyOf(payload) ?? componentKey;
  const signature = secret === undefined ? undefined : sign(new TextEncoder().encode(payload), secret);
  const headers = brands.flatMap((brand) => [
    ...(projectKey === undefined ? [] : [[brand.headers.project, projectKey] as const]),
    ...(signature === undefined ? [] : [[brand.headers.signature, signature] as const]),
  ]);
  return {
    method: 'POST',
    url,
    addresses,
    headers: {
      ...Object.fromEntries(headers),
      [redeliveryHeader]: id,
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': userAgent,
    },
    body: payload,
    // The platform also waits 10 s. Only the status of the receiver's answer is used.
    timeoutMs: 10_000,
    maxBytes: 1024 * 1024,
  };
}

function projectKeyOf(payload: string): string | undefined {
  try {
    return parsePayload(payload).project.key;
  } catch (error) {
    // An unreadable payload can still be sent, because the platform sent it too.
    if (Failure.is(error, 'malformed')) return undefined;
    throw error;
  }
}
