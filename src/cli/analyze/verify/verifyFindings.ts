import { printable } from '../../../core/printable.ts';
import type { Finding } from '../../../secrets/finding.ts';
import type { Context } from '../../program.ts';
import { wordsOfFailure } from '../../words.ts';
import { verify, vendorOf, type Verifiable, type Verification } from './verify.ts';

export interface VerifiableFinding {
  readonly file: string;
  readonly finding: Finding;
  readonly secret: string;
}

/**
 * Asks the vendors of the found tokens whether they accept them, after the user agreed to the list of vendors, and answers
 * with one line per finding. Each token is sent once, only to its vendor.
 */
export async function verifyFindings(
  { terminal, prompts, session }: Pick<Context, 'terminal' | 'prompts' | 'session'>,
  found: readonly VerifiableFinding[],
): Promise<void> {
  const places = new Map<string, VerifiableFinding[]>();
  const tokens = new Map<string, Verifiable>();
  for (const place of found) {
    const vendor = vendorOf(place.finding.rule);
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
    const { name } = token.vendor;
    terminal.say(`Asking ${name} …`);
    const verification = await verify(token, session.http);
    const words = wordsOf(token, verification);
    for (const { file, finding } of places.get(token.secret) ?? []) {
      const { line, rule } = finding;
      terminal.answer(
        { file, line, rule, vendor: name, ...words },
        () => `${printable(file)}:${line}  ${textOf(name, words)}`,
      );
    }
  }
}

/** A verdict, and why the vendor could not be asked. */
interface VerdictWords {
  readonly verdict: Verification['verdict'];
  readonly reason?: string;
}

function wordsOf({ vendor }: Verifiable, { verdict, failure }: Verification): VerdictWords {
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
