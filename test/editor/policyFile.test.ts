import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { openFolder, ownExtension, showFile } from '../harness/host.ts';
import { waitForProblems } from '../harness/problems.ts';

const rule = {
  id: 'acme-key',
  pattern: 'acme_([0-9a-f]{8})',
  words: ['acme'],
  entropy: 1,
  allow: ['0123abcd'],
  examples: ['acme_4f1c9a7b'],
  nearMisses: ['acme_'],
};
const hash = `sha256:${'0'.repeat(32)}`;
const sound = {
  version: 1,
  allowPaths: ['dist/**'],
  allowValues: [{ hash, reason: 'Made up.' }],
  baseline: { 'a.ts': [hash] },
  rules: [rule],
};
type Path = readonly (string | number)[];
const inRule = (field: string): Path => ['rules', 0, field];
const fields: readonly Path[] = [
  ...['version', 'allowPaths', 'allowValues', 'baseline', 'rules'].map((name) => [name]),
  ...['hash', 'reason'].map((name) => ['allowValues', 0, name]),
  ...Object.keys(rule).map(inRule),
];

describe('the policy file .service/secrets.json in the editor', () => {
  let document: vscode.TextDocument;

  before(async () => {
    const folder = await openFolder('policy-file', { '.service/secrets.json': '{}\n' });
    document = await showFile(folder, '.service/secrets.json');
  });
  after(() => vscode.commands.executeCommand('workbench.action.files.revert'));

  async function write(content: object): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, JSON.stringify(content, undefined, 2));
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
  function nodeAt(path: Path) {
    const root = parseTree(document.getText());
    const node = root && findNodeAtLocation(root, [...path]);
    assert.ok(node, path.join('.'));
    return node;
  }
  const problems = (): readonly vscode.Diagnostic[] => vscode.languages.getDiagnostics(document.uri);
  /** Waits for one problem at the value, and none elsewhere. */
  async function problemAt(path: Path): Promise<vscode.Diagnostic> {
    const { offset } = nodeAt(path);
    const [problem] = await waitForProblems(() => {
      const all = problems();
      const isThere = ({ range }: vscode.Diagnostic) => document.offsetAt(range.start) === offset;
      return all.length === 1 ? all.filter(isThere) : [];
    }, 1);
    assert.ok(problem);
    return problem;
  }

  /** Returns the only problem of the policy, which is at the value, after a policy without problems is there again. */
  async function problemOf(path: Path, content: object): Promise<vscode.Diagnostic> {
    await write(content);
    const problem = await problemAt(path);
    await write(sound);
    await waitForProblems(problems, 0);
    return problem;
  }

  it('has no problem with all fields', async () => {
    await write({ ...sound, version: 2 });
    await problemAt(['version']);
    await write(sound);
    await waitForProblems(problems, 0);
  });

  it('explains each field on hover', async () => {
    const schemaFile = join(ownExtension().extensionPath, 'media/secrets.schema.json');
    const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema;
    for (const path of fields) {
      const { parent } = nodeAt(path);
      const position = document.positionAt((parent?.offset ?? 0) + 1);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        position,
      );
      const shown = hovers
        .flatMap(({ contents }) => contents)
        .map((part) => (part instanceof vscode.MarkdownString ? part.value : ''))
        .join(' ')
        .replaceAll('\\', '');
      assert.ok(shown.includes(descriptionAt(schema, path)), `${path.join('.')}: ${shown}`);
    }
  });

  it('completes the fields of the file, of a rule and of a value', async () => {
    await write({ ...sound, rules: [{}], allowValues: [{}] });
    const proposed = async (path: Path): Promise<readonly string[]> => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(nodeAt(path).offset + 1),
      );
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label)).toSorted();
    };
    assert.deepEqual(await proposed(['rules', 0]), Object.keys(rule).toSorted());
    assert.deepEqual(await proposed(['allowValues', 0]), ['hash', 'reason']);
    await write({ version: 1 });
    const offered = await proposed([]);
    for (const name of ['allowPaths', 'allowValues', 'baseline', 'rules'])
      assert.ok(offered.includes(name), name);
  });

  it('marks a value of a wrong kind in each field', async () => {
    const wrong: readonly (readonly [Path, object])[] = [
      [['version'], { ...sound, version: 2 }],
      [['allowPaths'], { ...sound, allowPaths: 'dist' }],
      [['allowPaths', 0], { ...sound, allowPaths: [1] }],
      [['allowValues', 0, 'hash'], { ...sound, allowValues: [{ hash: 'secret' }] }],
      [['allowValues', 0, 'reason'], { ...sound, allowValues: [{ hash, reason: 1 }] }],
      [['baseline', 'a.ts', 0], { ...sound, baseline: { 'a.ts': ['secret'] } }],
      ...Object.entries({
        id: 'Acme key',
        pattern: '',
        words: 'acme',
        entropy: 9,
        allow: [''],
        examples: [7],
        nearMisses: 'acme',
      }).map(([field, value]): readonly [Path, object] => [
        Array.isArray(value) ? [...inRule(field), 0] : inRule(field),
        { ...sound, rules: [{ ...rule, [field]: value }] },
      ]),
    ];
    for (const [path, content] of wrong) await problemOf(path, content);
  });

  it('marks fields that it does not know, because they would have no effect', async () => {
    await write({ ...sound, rules: [{ ...rule, example: ['acme_4f1c9a7b'] }] });
    const [problem] = await waitForProblems(problems, 1);
    assert.match(problem?.message ?? '', /example/);
    await write({ ...sound, rule: [] });
    await waitForProblems(() => problems().filter(({ message }) => /\brule\b/.test(message)), 1);
  });

  it('marks patterns that cannot be used, and examples that contradict them', async () => {
    const wrong: readonly (readonly [Path, object, RegExp])[] = [
      [inRule('pattern'), { pattern: '(?=acme)x' }, /^This is not a regular expression of RE2: /],
      [inRule('pattern'), { pattern: 'a*', nearMisses: [] }, /matches the empty text/],
      [inRule('pattern'), { pattern: '[a-z]{1,900}![a-z]{1,900}' }, /too many repetitions/],
      [[...inRule('examples'), 0], { examples: ['acme'] }, /finds no secret in this example/],
      [[...inRule('nearMisses'), 0], { nearMisses: ['acme_4f1c9a7b'] }, /finds a secret in this text/],
    ];
    for (const [path, fault, message] of wrong) {
      const problem = await problemOf(path, { ...sound, rules: [{ ...rule, ...fault }] });
      assert.equal(problem.source, 'Service');
      assert.match(problem.message, message);
    }
  });
});

/** The parts of a JSON schema that lead to the description of a field. */
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function descriptionAt(schema: Schema, path: Path): string {
  const at = path.reduce<Schema | undefined>(
    (found, key) => (typeof key === 'number' ? found?.items : found?.properties?.[key]),
    schema,
  );
  assert.ok(at?.description, path.join('.'));
  return at.description;
}
