import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { docblockOnExport } from '../../../scripts/lint/docblockOnExport.ts';

const findings = (code: string): readonly string[] =>
  new Linter()
    .verify(code, {
      languageOptions: { parser: tseslint.parser },
      plugins: { house: { rules: { 'docblock-on-export': docblockOnExport } } },
      rules: { 'house/docblock-on-export': 'error' },
    })
    .map(({ message }) => message);

describe('the lint rule docblock-on-export', () => {
  for (const code of [
    'export function f() {}',
    'export async function f() {}',
    'export const f = () => 1;',
    'export const f = function () {};',
    '// A comment for one line.\nexport function f() {}',
    '/* Not a docblock. */\nexport function f() {}',
    '/** Of the type. */\nexport type T = 1;\nexport function f(): T { return 1; }',
    'export function f(a: 1): void;\n/** Too late. */\nexport function f(a: 2): void;',
  ])
    it(`refuses an exported function without a contract: ${code}`, () => {
      assert.deepEqual(findings(code), ['State the contract of f in a docblock: what it returns or does.']);
    });

  for (const code of [
    '/** Returns 1. */\nexport function f() { return 1; }',
    '/** Returns 1. */\nexport const f = () => 1;',
    '/** Returns 1. */\n// A reason to disable a rule.\nexport function f() { return 1; }',
    '/** Returns its argument. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: unknown) { return a; }',
    'function f() {}',
    'export const limit = 3;',
    'export const f = lazy(() => 1);',
    'export type F = () => void;',
  ])
    it(`accepts what has a contract, or is no exported function: ${code}`, () => {
      assert.deepEqual(findings(code), []);
    });
});
