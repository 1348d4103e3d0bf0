import { printable } from '../../../core/printable.ts';
import type { Context } from '../../program.ts';
import { wordsOfFailure } from '../../words.ts';
import { Failure } from '../../../core/failures.ts';
import type { Http } from '../../../core/http.ts';
import { bearer, type Vendor, vendors } from './vendors.data.ts';

export interface FoundSecret {
  readonly rule: string;
  readonly secret: string;
}

export interface VendorAnswer {
  readonly vendor: string;
  /** `live`: the vendor accepts the token. `refused`: it does not. `unknown`: it could not be asked, or gave another answer. */
  readonly verdict: 'live' | 'refused' | 'unknown';
  /** Why the vendor could not be asked. */
  readonly reason?: string;
}

/**
 * Asks the vendors of the found tokens whether they accept them, after the user agreed to the list of vendors, and reports
 * each answer as soon as it is there, once for each place of the token. Each token is sent once, only to its vendor.
 */
export async function verifyFindings<T extends FoundSecret>(
  { terminal, prompts, session }: Context,
  found: readonly T[],
  report: (found: T, answer: VendorAnswer, text: string) => void,
): Promise<void> {
  const places = new Map<string, T[]>();
  const tokens = new Map<string, Vendor>();
  for (const place of found) {
    const vendor = vendors.find(({ rules }) => rules.includes(place.rule));
    if (!vendor) continue;
    tokens.set(place.secret, vendor);
    places.set(place.secret, [...(places.get(place.secret) ?? []), place]);
  }
  if (tokens.size === 0) {
    terminal.say('No finding is a token of a vendor that can be asked.');
    return;
  }
  const hosts = [...new Set([...tokens.values()].map(({ url }) => new URL(url).host))];
  const isOne = tokens.size === 1;
  const question = `Send ${isOne ? 'the token' : `${tokens.size} tokens`} to ${hosts.join(', ')} to check whether ${isOne ? 'it still works' : 'they still work'}?`;
  if (!(await prompts.confirm(question, false))) {
    terminal.say('Nothing was sent.');
    return;
  }
  for (const [secret, vendor] of tokens) {
    terminal.say(`Asking ${vendor.name} …`);
    const answer = await verify(secret, vendor, session.http);
    for (const place of places.get(secret) ?? []) report(place, answer, textOf(answer));
  }
}

function textOf({ vendor, verdict, reason }: VendorAnswer): string {
  switch (verdict) {
    case 'live':
      return `${vendor} accepts this token: revoke it now.`;
    case 'refused':
      return `${vendor} does not accept this token.`;
    case 'unknown':
      return `${reason ?? `${vendor} gave no clear answer.`} Treat the token as valid.`;
  }
}

const timeoutMs = 10_000;
const mostBytes = 4 * 1024 * 1024;

/**
 * Asks the vendor of a token whether it accepts it: one request, whose answer is not kept. A redirect is not followed:
 * the verdict is then `unknown`. Never rejects for a network that fails.
 */
export async function verify(secret: string, vendor: Vendor, http: Http): Promise<VendorAnswer> {
  const { name, method = 'GET', url, headers: given = bearer } = vendor;
  const headers = Object.fromEntries(
    Object.entries(given).map(([header, value]) => [header, value.replace('{token}', () => secret)]),
  );
  try {
    const { status, body } = await http.send({ method, url, headers, timeoutMs, maxBytes: mostBytes });
    return { vendor: name, verdict: verdictOf(vendor, status, body) };
  } catch (error) {
    if (!Failure.is(error)) throw error;
    const { message, fix } = wordsOfFailure(error, new URL(url).origin);
    const reason = printable(fix === undefined ? message : `${message} ${fix}`);
    return { vendor: name, verdict: 'unknown', reason };
  }
}

function verdictOf(
  { accepted = [200, 403], acceptedText }: Vendor,
  status: number,
  body: string,
): VendorAnswer['verdict'] {
  if (status === 401) return 'refused';
  if (!accepted.includes(status)) return 'unknown';
  if (acceptedText === undefined) return 'live';
  return body.replaceAll(' ', '').includes(acceptedText) ? 'live' : 'refused';
}
