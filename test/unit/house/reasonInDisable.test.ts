import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import { reasonInDisable } from '../../../scripts/lint/reasonInDisable.ts';

const findings = (code: string): number =>
  new Linter()
    .verify(code, {
      plugins: { house: { rules: { 'reason-in-disable': reasonInDisable } } },
      rules: { 'house/reason-in-disable': 'error' },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    })
    .filter(({ ruleId }) => ruleId === 'house/reason-in-disable').length;

describe('the lint rule reason-in-disable', () => {
  for (const code of [
    '// eslint-disable-next-line no-eval\na();',
    'a(); // eslint-disable-line no-eval',
    '/* eslint-disable no-eval */',
    '/* eslint-disable */',
    '// eslint-disable-next-line\na();',
    '/* eslint-disable-next-line house/reason-in-disable */\na();',
    '// eslint-disable-next-line no-eval --\na();',
    '// eslint-disable-next-line no-eval--reason\na();',
  ])
    it(`refuses a directive without a reason: ${JSON.stringify(code)}`, () =>
      assert.equal(findings(code), 1));

  for (const code of [
    '// eslint-disable-next-line no-eval -- the input is our own\na();',
    '/* eslint-disable no-eval -- the input is our own */',
    '/* eslint-enable no-eval */',
    '// About eslint-disable comments.',
  ])
    it(`accepts a directive with a reason, and other comments: ${JSON.stringify(code)}`, () =>
      assert.equal(findings(code), 0));
});
