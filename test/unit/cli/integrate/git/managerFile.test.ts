import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { CliError } from '../../../../../src/cli/exitCodes.ts';
import { gitHooks } from '../../../../../src/cli/integrate/git/hookFile.ts';
import {
  lefthook,
  managerFile,
  preCommitFramework,
} from '../../../../../src/cli/integrate/git/managerFile.ts';
import type { Resource } from '../../../../../src/cli/integrate/resources/resource.ts';
import { fieldOf } from '../../../../support/lists.ts';

const file = (manager: typeof lefthook): Resource => managerFile(manager, 'hooks.yml', '.', gitHooks);
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

const examples = [
  {
    name: 'lefthook with commands',
    manager: lefthook,
    text: `# our hooks\npre-commit:\n  parallel: true # fast\n  commands:\n    lint:\n      glob: "*.{js,ts}"\n      run: npx eslint {staged_files}\n\n# the end\n`,
    at: (value: Parsed): unknown => value['pre-commit']?.commands?.['service-secrets']?.run,
  },
  {
    name: 'lefthook with jobs',
    manager: lefthook,
    text: `pre-commit:\n  jobs:\n    # a comment\n    - name: lint\n      run: 'npx eslint'\n`,
    at: (value: Parsed): unknown => value['pre-commit']?.jobs?.[1]?.run,
  },
  {
    name: 'the pre-commit framework',
    manager: preCommitFramework,
    text: `# See https://pre-commit.com\ndefault_stages: [pre-commit]\nrepos:\n  - repo: https://example.com/hooks\n    rev: v1 # pinned\n    hooks:\n      - id: black\n        args: ["--line-length", "100"]\n`,
    at: (value: Parsed): unknown => value.repos?.[1]?.hooks[0]?.entry,
  },
  {
    name: 'the pre-commit framework, with lists that are not indented',
    manager: preCommitFramework,
    text: `repos:\n- repo: local\n  hooks:\n  - id: x\n    name: x\n    entry: 'true'\n    language: system\n`,
    at: (value: Parsed): unknown => value.repos?.[1]?.hooks[0]?.entry,
  },
] as const;

interface Parsed {
  readonly 'pre-commit'?: {
    readonly commands?: Readonly<Record<string, { readonly run: string }>>;
    readonly jobs?: readonly { readonly run: string }[];
  };
  readonly repos?: readonly { readonly hooks: readonly { readonly entry: string }[] }[];
}

describe('managerFile', () => {
  for (const { name, manager, text, at } of examples)
    it(`adds the checks to the file of ${name}, keeps every line of it, and removes them again`, () => {
      const resource = file(manager);
      const before = Buffer.from(text);
      const after = resource.install(before);
      assert.match(String(at(parse(textOf(after)) as Parsed)), /git\/secrets\.sh" pre-commit; else/);
      for (const line of text.split('\n')) assert.ok(textOf(after).split('\n').includes(line), line);
      assert.deepEqual(resource.install(after), after);
      assert.deepEqual(fieldOf(resource.inspect(after), 'status'), ['CONFIGURED', 'CONFIGURED']);
      assert.deepEqual(fieldOf(resource.inspect(before), 'status'), ['NOT CONFIGURED', 'NOT CONFIGURED']);
      assert.equal(textOf(resource.remove(after, false)), text);
    });

  for (const [problem, text] of [
    ['that does not parse', 'pre-commit: [\n'],
    ['that is a list', '- a\n'],
    ['whose lines a change would format again', 'pre-commit:   {parallel:   true}\nother:\n     deep:   1\n'],
  ] as const)
    it(`refuses a file ${problem}, and prints the lines to add`, () => {
      assert.throws(
        () => file(lefthook).install(Buffer.from(text)),
        (error) => error instanceof CliError && /pre-push:\n {2}commands:/.test(error.fix ?? ''),
      );
    });

  it('prints lines that mean what it writes', () => {
    const written = textOf(file(lefthook).install(Buffer.from('')));
    assert.deepEqual(parse(lefthook.lines(gitHooks)), parse(written));
    const framework = textOf(file(preCommitFramework).install(Buffer.from('repos:\n')));
    assert.deepEqual(parse(`repos:\n${preCommitFramework.lines(gitHooks)}`), parse(framework));
  });

  it('refuses a file that is not UTF-8, and says what to add', () => {
    const before = Buffer.from('# für alle\npre-commit:\n  parallel: true\n', 'latin1');
    assert.throws(() => file(lefthook).install(before), CliError);
  });
});
