import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import { formats } from '../../../../src/core/secrets/packedFormats.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'src/core/secrets');
const proofs = ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move'];

/** What the project's own configuration says of a pattern of the engine, by the two rules that prove it linear. */
async function refusals(pattern: RegExp): Promise<readonly string[]> {
  const filePath = join(folder, 'rules/x.data.ts');
  const { rules } = (await new ESLint({ cwd: root }).calculateConfigForFile(filePath)) as {
    rules: Record<string, Linter.RuleEntry>;
  };
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        plugins: { regexp },
        rules: Object.fromEntries(proofs.map((name) => [name, rules[name] ?? 'off'])),
      },
    ],
  });
  const [result] = await eslint.lintText(`export const pattern = ${String(pattern)};\n`, { filePath });
  return result?.messages.map(({ ruleId }) => ruleId ?? 'does not parse') ?? [];
}

describe('patterns of the engine', function () {
  // The lint tool is loaded, on a machine that may be busy.
  this.timeout(60_000);

  for (const source of ['(?:a+)+b', String.raw`(?:\w+\s*)+;`, 'a*a*b', String.raw`\s+x`])
    it(`are refused by lint where they can backtrack badly: ${source}`, async () => {
      assert.notDeepEqual(await refusals(new RegExp(source)), []);
    });

  it('are proven linear, those that a hook compiles from its packed string too', async () => {
    const all = formats.map(({ pattern }) => pattern.source).join('|');
    assert.deepEqual(await refusals(new RegExp(`(?:${all})`, 'y')), []);
  });

  it('have no exceptions', () => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts'))
        assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /eslint-disable[^\n]*regexp/, name);
  });
});
