import { printable } from '../../../core/printable.ts';
import type { Context } from '../../program.ts';
import { wordsOfFailure } from '../../words.ts';
import { Failure } from '../../../core/failures.ts';
import type { Http } from '../../../core/http.ts';
import { type Vendor, vendors } from './vendors.data.ts';

/** A secret and the rule that found it. */
export interface FoundSecret {
  readonly rule: string;
  readonly secret: string;
}

export interface VendorAnswer extends VerdictWords {
  readonly vendor: string;
}

/**
 * Asks the vendors of the found tokens whether they accept them, after the user agreed to the list of vendors, and reports
 * each answer as soon as it is there, once for each place of the token. Each token is sent once, only to its vendor.
 */
export async function verifyFindings<T extends FoundSecret>(
  { terminal, prompts, session }: Pick<Context, 'terminal' | 'prompts' | 'session'>,
  found: readonly T[],
  report: (found: T, answer: VendorAnswer, text: string) => void,
): Promise<void> {
  const places = new Map<string, T[]>();
  const tokens = new Map<string, Verifiable>();
  for (const place of found) {
    const vendor = vendorOf(place.rule);
    if (!vendor) continue;
    tokens.set(place.secret, { secret: place.secret, vendor });
    places.set(place.secret, [...(places.get(place.secret) ?? []), place]);
  }
  if (tokens.size === 0) {
    terminal.say('No finding is a token of a vendor that can be asked.');
    return;
  }
  const hosts = [...new Set([...tokens.values()].map(({ vendor }) => new URL(vendor.url).host))];
  const isOne = tokens.size === 1;
  const question = `Send ${isOne ? 'the token' : `${tokens.size} tokens`} to ${hosts.join(', ')} to check whether ${isOne ? 'it still works' : 'they still work'}?`;
  if (!(await prompts.confirm(question, false))) {
    terminal.say('Nothing was sent.');
    return;
  }
  for (const token of tokens.values()) {
    const vendor = token.vendor.name;
    terminal.say(`Asking ${vendor} …`);
    const words = verdictWords(token, await verify(token, session.http));
    for (const place of places.get(token.secret) ?? [])
      report(place, { vendor, ...words }, textOf(vendor, words));
  }
}

/** A verdict, and why the vendor could not be asked. */
interface VerdictWords {
  readonly verdict: Verification['verdict'];
  readonly reason?: string;
}

function verdictWords({ vendor }: Verifiable, { verdict, failure }: Verification): VerdictWords {
  if (!failure) return { verdict };
  const { message, fix } = wordsOfFailure(failure, new URL(vendor.url).origin);
  return { verdict, reason: printable(fix === undefined ? message : `${message} ${fix}`) };
}

function textOf(vendor: string, { verdict, reason }: VerdictWords): string {
  switch (verdict) {
    case 'live':
      return `${vendor} accepts this token: revoke it now.`;
    case 'refused':
      return `${vendor} does not accept this token.`;
    case 'unknown':
      return `${reason ?? `${vendor} gave no clear answer.`} Treat the token as valid.`;
  }
}

/** `live`: the vendor accepts the token. `refused`: it does not. `unknown`: it could not be asked, or gave another answer. */
type Verdict = 'live' | 'refused' | 'unknown';

/** The verdict about a token, and the failure if the request to the vendor failed. */
export interface Verification {
  readonly verdict: Verdict;
  /** Why the vendor could not be asked. */
  readonly failure?: Failure;
}

interface Verifiable {
  readonly secret: string;
  readonly vendor: Vendor;
}

const vendorByRule = new Map(
  vendors.flatMap((vendor) => vendor.rules.map((rule) => [rule, vendor] as const)),
);

function vendorOf(rule: string): Vendor | undefined {
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
