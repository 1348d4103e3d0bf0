import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRecord } from '../test/harness/testRecords.ts';
import { idsIn } from '../test/support/titleIds.ts';

export function promises(): readonly string[] {
  const document = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8');
  return Array.from(document.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm), ([, code = '']) => code);
}

interface Proofs {
  /** What keeps the run from passing: a promise without a test that passed, or a test of one that was skipped. */
  readonly missing: readonly string[];
  /** Tests that were skipped because the machine lacks a program that they name. */
  readonly notHere: readonly string[];
}

/** Compares promises with a run of all tests. Tests that failed are told elsewhere. */
export function proofsIn(records: readonly TestRecord[], codes: readonly string[]): Proofs {
  const missing: string[] = [];
  const notHere: string[] = [];
  for (const code of codes) {
    // The title of a hook quotes that of its test.
    const tests = records.filter(({ title }) => idsIn(title).includes(code) && !title.includes('" hook'));
    const ran = tests.filter(({ skippedFor }) => skippedFor === undefined);
    const skipped = tests.filter(({ skippedFor }) => skippedFor !== undefined);
    if (tests.length === 0) missing.push(`${code}: no test of it ran`);
    for (const { title, skippedFor = '' } of skipped)
      if (skippedFor === '') missing.push(`${code}: skipped without a reason: ${title}`);
      else notHere.push(`${code}${ran.length > 0 ? ', in part' : ''}: without ${skippedFor}: ${title}`);
  }
  return { missing, notHere };
}
