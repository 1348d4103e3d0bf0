import { byCharacter, isLetter, isUpper } from '../characters.ts';
import { publicNameEnds, publicNameStarts } from './judgement.data.ts';

let endsByLast: ReadonlyMap<number, readonly string[]> | undefined;

/** Returns whether a name says that its value is public, or describes another value. */
export function isNamedPublic(name: string): boolean {
  const lower = name.toLowerCase();
  const folded = lower.includes('-') ? lower.replaceAll('-', '_') : lower;
  const joined = folded.includes('_') ? folded.replaceAll('_', '') : folded;
  endsByLast ??= byCharacter(publicNameEnds, -1);
  for (const end of endsByLast.get(joined.charCodeAt(joined.length - 1)) ?? [])
    if (joined.endsWith(end)) return true;
  for (const start of publicNameStarts) if (folded.startsWith(start)) return true;
  return (
    isIdentifierName(name) ||
    isTruthName(name) ||
    (/client_?id_/.test(folded) && !folded.includes('secret')) ||
    folded.includes('hashed') ||
    isPublicKeyName(folded) ||
    isWordWithKeyword(folded) ||
    isInventedName(name)
  );
}

/** Words that say that a value opens nothing. */
const invented = new Set('bad bogus dummy fake incorrect invalid mock wrong'.split(' '));
/** Words that say that a value is a text which a program shows. */
const shown = new Set('forgot label placeholder title'.split(' '));

/** Returns whether the last part of a name has a word for something invented: `FAKE_SECRET`, `wrongPassword`, but not `mock.key`. */
const isInventedName = (name: string): boolean =>
  /bad|bogus|dummy|fake|incorrect|invalid|mock|wrong/i.test(name) &&
  wordsOf(name.slice(name.lastIndexOf('.') + 1)).some((word) => invented.has(word));

/** Returns whether a name means a text that a program shows: `TITLE_CHANGE_PASSWORD`, `passwordLabel`. */
export const isNameOfText = (name: string): boolean =>
  /forgot|label|placeholder|title/i.test(name) && wordsOf(name).some((word) => shown.has(word));

/** Returns the words of `dbPassword`, `DB_PASSWORD`, `db-password`, lower-cased. */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let i = 0; i <= name.length; i++) {
    const code = name.charCodeAt(i);
    const inside = isLetter(code);
    const hump = inside && isUpper(code) && i > start && !isUpper(name.charCodeAt(i - 1));
    if (inside && !hump) continue;
    if (i > start) words.push(name.slice(start, i).toLowerCase());
    start = inside ? i : i + 1;
  }
  return words;
}

/** Returns whether a name asks whether something is so: `hasPassword`, `IsFirstPass`, `is_token`. */
const isTruthName = (name: string): boolean =>
  /^(?:(?:is|has)(?=[A-Z_])|(?:Is|Has)(?=[A-Z]))/.test(name.slice(name.lastIndexOf('.') + 1));

/** `keyed` tells that a function computes a hash with a key, so its value is the hash. */
const wordWithKeyword = /(?:com|by|sur)pass|(?:hoc|mon|don|tur)key|keyed/g;

/** Returns whether a name has a keyword only as a part of another word: `compass-off`, `hockey-puck`, but not `bypass_token`. */
const isWordWithKeyword = (folded: string): boolean =>
  folded.search(wordWithKeyword) >= 0 &&
  !/pass|pw|key|token|secret|auth|cred|pin/.test(folded.replace(wordWithKeyword, ''));

/** Returns whether a name says anywhere that it means a public key, or a public part of one: `publicKey.toString`, `key.modulus`. */
const isPublicKeyName = (folded: string): boolean =>
  (folded.includes('pub') && /pub(?:lic)?[_.]?key/.test(folded) && !/priv|secret|pass/.test(folded)) ||
  (folded.includes('key.') && /key\.(?:n$|modulus)/.test(folded));

/** Returns whether a name ends with a word for a time: `passwordChangedAt`, `token_timestamp`. */
export const isTimeName = (name: string): boolean =>
  /[a-z](?:At|On|Time|Date)$/.test(name) || /(?:[_-](?:at|on|time|date)|timestamp)$/i.test(name);

/** Returns whether a name ends with the word `id`, or with a number behind it. The `secret_id` of a vault is a secret. */
const isIdentifierName = (name: string): boolean =>
  /(?:[a-z]I[dD]|[_-](?:id|ID|Id))\d?$/.test(name) && !/secret[_-]?id$/i.test(name);

/** People and programs that invent passwords do not use UUIDs, which name things: an entry, a product, a page. */
export const isPasswordName = (name: string): boolean => name.toLowerCase().includes('pass');
