import assert from 'node:assert/strict';
import { scan } from '../../../src/secrets/scan.ts';

/** A text, or a text with its path. */
type Scanned = string | readonly [path: string, text: string];

export const rulesIn = (text: string, path = ''): string[] =>
  scan(text, { path }).findings.map(({ rule }) => rule);

/** Returns the texts that are reported as secrets. */
export const secretsIn = (text: string, path = ''): string[] =>
  scan(text, { path }).findings.map(({ start, end }) => text.slice(start, end));

function reports(count: number, texts: readonly Scanned[], usualPath: string): void {
  for (const one of texts) {
    const [path, text] = typeof one === 'string' ? [usualPath, one] : one;
    const rules = rulesIn(text, path);
    assert.equal(rules.length, count, `${rules.join()} in ${text}`);
  }
}

export const reportsNone = (texts: readonly Scanned[], path = ''): void => reports(0, texts, path);

/** Asserts that each text has exactly one finding. */
export const reportsOne = (texts: readonly Scanned[], path = ''): void => reports(1, texts, path);
