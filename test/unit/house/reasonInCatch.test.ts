import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import { reasonInCatch } from '../../../scripts/lint/reasonInCatch.ts';

const findings = (code: string): number =>
  new Linter().verify(code, {
    plugins: { house: { rules: { 'reason-in-catch': reasonInCatch } } },
    rules: { 'house/reason-in-catch': 'error' },
  }).length;

describe('the lint rule reason-in-catch', () => {
  for (const code of [
    'try { a(); } catch {}',
    'try { a(); } catch { b(); }',
    'try { a(); } catch { b(); } // Behind the block.',
    'function f() { try { return a(); } catch { return undefined; } }',
  ])
    it(`refuses a catch that ignores its error without a reason: ${code}`, () =>
      assert.equal(findings(code), 1));

  for (const code of [
    'try { a(); } catch { /* An entry need not exist. */ }',
    'try { a(); } catch {\n  // An entry need not exist.\n  b();\n}',
    'try { a(); } catch (error) { log(error); }',
  ])
    it(`accepts a catch that gives a reason or looks at its error: ${code}`, () =>
      assert.equal(findings(code), 0));
});
