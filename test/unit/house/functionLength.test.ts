import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint, Linter } from 'eslint';

const root = join(import.meta.dirname, '../../..');
const rule = 'max-lines-per-function';

/** How many functions the project's own configuration finds too long in a file. */
async function tooLong(file: string, code: string): Promise<number> {
  const { rules = {} } = (await new ESLint({ cwd: root }).calculateConfigForFile(
    join(root, file),
  )) as Linter.Config;
  return new Linter().verify(code, { rules: { [rule]: rules[rule] ?? 'off' } }).length;
}

const functionOf = (lines: number): string => `function planted() {\n${'  call();\n'.repeat(lines - 2)}}\n`;

describe('the length of a function', () => {
  for (const file of ['src/core/gate/planted.ts', 'src/extension/planted.ts', 'scripts/planted.ts'])
    it(`is at most 60 lines: ${file}`, async () => {
      assert.equal(await tooLong(file, functionOf(60)), 0);
      assert.equal(await tooLong(file, functionOf(61)), 1);
    });

  it('is not limited in tests, where a suite is a function', async () => {
    assert.equal(await tooLong('test/unit/planted.test.ts', functionOf(61)), 0);
  });
});
