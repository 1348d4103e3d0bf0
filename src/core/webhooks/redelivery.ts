import type { DeliveryDetails } from '../api/webhooks.ts';
import { brands } from '../brand.ts';
import { Failure } from '../failures.ts';
import type { Http, HttpRequest } from '../http.ts';
import { parsePayload } from './payload.ts';
import { sign } from './signature.ts';

/** Marks what a person sent again, with the id of the delivery that it repeats. */
const redeliveryHeader = 'X-Service-Redelivery';

interface Redelivery {
  readonly delivery: Pick<DeliveryDetails, 'id' | 'payload' | 'componentKey'>;
  /** In full, credentials included. */
  readonly url: string;
  /** The addresses to connect to; see `resolveTarget`. */
  readonly addresses: readonly string[] | undefined;
  /** Absent: sent unsigned. The platform does not give its secrets away. */
  readonly secret: string | undefined;
  readonly userAgent: string;
}

interface RedeliveryResult {
  readonly success: boolean;
  readonly httpStatus: number;
}

/**
 * Sends a recorded delivery again from here, because the platform cannot. Whether its target may be reached from here is
 * for the person to say before: it was written by whoever may administer the project. Rejects where no answer came.
 */
export async function redeliver(http: Http, redelivery: Redelivery): Promise<RedeliveryResult> {
  const { status } = await http.send(redeliveryRequest(redelivery));
  return { success: status >= 200 && status < 300, httpStatus: status };
}

/** The same bytes, marked, under the header names of every brand, because a receiver may know one. */
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
    // As the platform waits; what a receiver says is not looked at.
    timeoutMs: 10_000,
    maxBytes: 1024 * 1024,
  };
}

function projectKeyOf(payload: string): string | undefined {
  try {
    return parsePayload(payload).project.key;
  } catch (error) {
    // What cannot be read can still be sent: the platform sent it too.
    if (Failure.is(error, 'malformed')) return undefined;
    throw error;
  }
}
