import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { packed } from '../../../src/secrets/formats/packedFormats.data.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'src/secrets');
const samplePath = join(folder, 'rules/x.data.ts');
const proofs = ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move'];

/** The two rules that prove a pattern linear, as the project's own configuration sets them, and nothing else. */
async function proving(more: Linter.Config = {}): Promise<ESLint> {
  const { rules } = (await new ESLint({ cwd: root }).calculateConfigForFile(samplePath)) as {
    rules: Record<string, Linter.RuleEntry>;
  };
  return new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        ...more,
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        plugins: { regexp },
        rules: Object.fromEntries(proofs.map((name) => [name, rules[name] ?? 'off'])),
      },
    ],
  });
}

async function refusals(pattern: RegExp): Promise<readonly string[]> {
  const eslint = await proving();
  const [result] = await eslint.lintText(`export const pattern = ${String(pattern)};\n`, {
    filePath: samplePath,
  });
  return result?.messages.map(({ ruleId }) => ruleId ?? 'does not parse') ?? [];
}

describe('patterns of the engine', () => {
  for (const source of ['(?:a+)+b', String.raw`(?:\w+\s*)+;`, 'a*a*b', String.raw`\s+x`])
    it(`are refused by lint where they can backtrack badly: ${source}`, async () => {
      assert.notDeepEqual(await refusals(new RegExp(source)), []);
    });

  it('are proven linear, those that a hook compiles from its packed string too [R8]', async () => {
    const all = packed.fields
      .split('\n')
      .map((line) => line.split('\t').at(-1))
      .join('|');
    assert.deepEqual(await refusals(new RegExp(`(?:${all})`, 'y')), []);
  });

  it('disable no lint rule about linear time', async () => {
    // As if no comment had switched a rule off: what then fails, a comment has excused.
    const eslint = await proving({ linterOptions: { noInlineConfig: true } });
    const results = await eslint.lintFiles(`${folder}/**/*.ts`);
    assert.ok(results.length > 20);
    // A message without a rule says that a comment about another rule has no effect here.
    const found = results.flatMap(({ filePath, messages }) =>
      messages.flatMap(({ ruleId }) => (ruleId === null ? [] : [`${filePath}: ${ruleId}`])),
    );
    assert.deepEqual(found, []);
  });
});
