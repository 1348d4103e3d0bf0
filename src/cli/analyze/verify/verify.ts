import { Failure } from '../../../core/failures.ts';
import type { Http } from '../../../core/http.ts';
import { type Vendor, vendors } from './vendors.data.ts';

/** `live`: the vendor accepts the token. `refused`: it does not. `unknown`: it could not be asked, or gave another answer. */
type Verdict = 'live' | 'refused' | 'unknown';

/** The verdict about a token, and the failure if the request to the vendor failed. */
export interface Verification {
  readonly verdict: Verdict;
  /** Why the vendor could not be asked. */
  readonly failure?: Failure;
}

export interface Verifiable {
  readonly secret: string;
  readonly vendor: Vendor;
}

const vendorByRule = new Map(
  vendors.flatMap((vendor) => vendor.rules.map((rule) => [rule, vendor] as const)),
);

export function vendorOf(rule: string): Vendor | undefined {
  return vendorByRule.get(rule);
}

const timeoutMs = 10_000;
const mostBytes = 4 * 1024 * 1024;

/**
 * Asks the vendor of a token whether it accepts it: one request, whose answer is not kept. A redirect is not followed:
 * the verdict is then `unknown`. Never rejects for a network that fails.
 */
export async function verify({ secret, vendor }: Verifiable, http: Http): Promise<Verification> {
  const headers = Object.fromEntries(
    Object.entries(vendor.headers).map(([name, value]) => [name, value.replace('{token}', () => secret)]),
  );
  try {
    const { status, body } = await http.send({
      method: vendor.method,
      url: vendor.url,
      headers,
      timeoutMs,
      maxBytes: mostBytes,
    });
    return { verdict: verdictOf(vendor, status, body) };
  } catch (error) {
    if (Failure.is(error)) return { verdict: 'unknown', failure: error };
    throw error;
  }
}

function verdictOf({ accepted, acceptedText }: Vendor, status: number, body: string): Verdict {
  if (status === 401) return 'refused';
  if (!accepted.includes(status)) return 'unknown';
  if (acceptedText === undefined) return 'live';
  return body.replaceAll(' ', '').includes(acceptedText) ? 'live' : 'refused';
}
