import { checks } from './formats/checks.ts';
import type { Finding } from './finding.ts';
import { toFindings } from './toFindings.ts';

/** Tokens whose last characters are a checksum, by prefix, with their rules. */
const rules: ReadonlyMap<string, string> = new Map([
  ...['ghp_', 'gho_', 'ghu_', 'ghs_'].map((prefix) => [prefix, 'github-token'] as const),
  ['npm_', 'npm-token'],
]);
const form = /\b(?:gh[opus]|npm)_[A-Za-z0-9]{36}\b/g;

/** Fewer different characters are a placeholder, such as `ghp_xxxx…`, which nobody takes for a token. */
const fewestCharacters = 10;

/**
 * Returns texts with the form of a token but a wrong checksum: samples, and tokens with a typing error. No vendor
 * accepts them, so they block nothing; a report of them shows that they were seen.
 */
export function doubtfulTokens(text: string): Finding[] {
  const matches = [...text.matchAll(form)]
    .filter(([token]) => !checks.crc32Base62(token) && new Set(token.slice(4)).size >= fewestCharacters)
    .map(({ 0: token, index }) => ({
      rule: rules.get(token.slice(0, 4)) ?? '',
      start: index,
      end: index + token.length,
      confidence: 'low' as const,
      fix: 'revoke' as const,
    }));
  return toFindings(text, matches);
}
