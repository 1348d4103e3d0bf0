import { checks } from './formats/checks.ts';
import { allFormats } from './formats/packedFormats.ts';
import type { Finding } from './finding.ts';
import { type Match, toFindings } from './toFindings.ts';

/** Fewer different characters are a placeholder, such as `ghp_xxxx…`, which nobody takes for a token. */
const fewestCharacters = 10;

let forms: readonly { readonly rule: string; readonly form: RegExp }[] | undefined;

/** Returns the forms of tokens whose last characters are a checksum, each with its rule. */
function formsWithChecksum(): NonNullable<typeof forms> {
  return (forms ??= allFormats()
    .filter(({ check }) => check === 'crc32Base62')
    .map(({ id, pattern }) => ({ rule: id, form: new RegExp(`\\b${pattern.source}\\b`, 'g') })));
}

/**
 * Returns texts with the form of a token but a wrong checksum: samples, and tokens with a typing error. No vendor
 * accepts them, so they block nothing; a report of them shows that they were seen.
 */
export function doubtfulTokens(text: string): Finding[] {
  const matches = formsWithChecksum().flatMap(({ rule, form }) =>
    [...text.matchAll(form)]
      .filter(([token]) => !checks.crc32Base62(token) && new Set(token.slice(4)).size >= fewestCharacters)
      .map(({ 0: token, index }): Match => {
        return { rule, start: index, end: index + token.length, confidence: 'low', fix: 'revoke' };
      }),
  );
  return toFindings(
    text,
    matches.sort((one, other) => one.start - other.start),
  );
}
