import assert from 'node:assert/strict';
import type { HookInput } from '../../../src/agents/protocol.ts';
import { RequestPaths } from '../../../src/agents/request/requestPaths.ts';
import { findAll } from '../../../src/cli/hook/engine.ts';
import { inputOfTool, type ToolKind } from '../../../src/agents/request/toolInput.ts';

const inputOf = (kind: ToolKind, input: object): HookInput =>
  inputOfTool({ kind, name: 'tool', input, paths: new RequestPaths('/r', undefined), roots: ['/r'] });

/** The names that known agents give the arguments of their tools, in the order in which they were found. */
const names = {
  file: 'file_path filePath path target_file targetFile file filename absolute_path absolutePath AbsolutePath TargetFile notebook_path',
  files: 'paths files file_paths filePaths',
  command: 'command cmd commandLine command_line CommandLine script code input chars',
  folder: 'cwd Cwd workdir working_directory workingDirectory dir_path directory',
  searched: 'path dir_path directory SearchPath SearchDirectory target_directory folder file_path',
  searchedList: 'paths target_directories targetDirectories directories TargetDirectories',
  pattern: 'pattern regex regexp Pattern',
  question: 'query Query question search_term searchTerm',
  glob: 'glob include include_pattern includePattern file_pattern filePattern',
  globs: 'globs Includes includes',
  context: '-C -A -B context context_lines',
  output: 'output_mode outputMode',
};
const each = (kind: keyof typeof names, check: (field: string) => void): void => {
  for (const field of names[kind].split(' ')) check(field);
};

describe('the arguments of a tool', () => {
  it('that reads files name them in any of the known fields', () => {
    each('file', (field) => {
      assert.deepEqual(inputOf('read', { [field]: 'a' }).files, ['/r/a'], field);
    });
    each('files', (field) => {
      assert.deepEqual(inputOf('read', { [field]: ['a', '/b'] }).files, ['/r/a', '/b'], field);
    });
  });

  it('that name a file by a long path are checked for the file', () => {
    const long = `${'a/../'.repeat(1_000)}.env`;
    assert.deepEqual(inputOf('mcp', { path: long }).others, ['/r/.env']);
    assert.deepEqual(inputOf('mcp', { text: 'word '.repeat(1_000) }).others, []);
  });

  it('that runs commands name the command and its folder in any of the known fields', () => {
    each('command', (field) => {
      const { commands } = inputOf('shell', { [field]: 'ls' });
      assert.deepEqual(commands, [{ command: 'ls', cwd: '/r', shell: 'posix' }], field);
    });
    each('folder', (field) => {
      const { commands } = inputOf('shell', { command: 'ls', [field]: 'sub' });
      assert.deepEqual(commands, [{ command: 'ls', cwd: '/r/sub', shell: 'posix' }], field);
    });
  });

  it('that searches name folders, patterns and files in any of the known fields', () => {
    const search = (more: object) => inputOf('search', more).searches[0];
    each('searched', (field) => {
      assert.equal(search({ [field]: 'sub' })?.path, '/r/sub', field);
    });
    each('searchedList', (field) => {
      assert.equal(search({ [field]: ['sub'] })?.path, '/r/sub', field);
    });
    each('pattern', (field) => {
      assert.equal(search({ [field]: 'x' })?.pattern, 'x', field);
    });
    each('question', (field) => {
      assert.equal(search({ [field]: 'x' })?.question, 'x', field);
      assert.equal(search({ [field]: 'x', pattern: 'y' })?.question, undefined, field);
    });
    each('glob', (field) => {
      assert.deepEqual(search({ [field]: '*.ts' })?.globs, ['*.ts'], field);
    });
    each('globs', (field) => {
      assert.deepEqual(search({ [field]: ['*.ts'] })?.globs, ['*.ts'], field);
    });
    each('context', (field) => {
      assert.equal(search({ [field]: 3 })?.context, 3, field);
    });
    assert.equal(search({})?.context, 0);
  });

  it('of a search that shows no line of a file need no check', () => {
    each('output', (field) => {
      for (const mode of ['files_with_matches', 'count'])
        assert.deepEqual(inputOf('search', { [field]: mode }).searches, [], `${field} ${mode}`);
      assert.equal(inputOf('search', { [field]: 'content' }).searches.length, 1, field);
    });
  });

  it('of a search tell whether it ignores case, which it does unless they say otherwise', () => {
    const ignoresCase = (more: object) => inputOf('search', more).searches[0]?.ignoresCase;
    assert.deepEqual([{}, { case_sensitive: true }, { case_sensitive: true, '-i': true }].map(ignoresCase), [
      true,
      false,
      true,
    ]);
  });

  it('of a search count as those of every line when its pattern may match across lines', () => {
    for (const field of ['multiline', 'Multiline', 'multi_line'])
      assert.equal(inputOf('search', { pattern: 'x', [field]: true }).searches[0]?.pattern, undefined, field);
    assert.equal(inputOf('search', { pattern: 'x', multiline: false }).searches[0]?.pattern, 'x');
  });

  it('of a search take the question as a pattern where a flag says that it is one', () => {
    for (const field of ['isRegexp', 'IsRegex', 'is_regex', 'regex'])
      assert.deepEqual(
        inputOf('search', { query: String.raw`\bpassword`, [field]: true }).searches.map(
          ({ pattern, question }) => [pattern, question],
        ),
        [[String.raw`\bpassword`, undefined]],
        field,
      );
  });

  it('of a server keep the names of their fields, which make a value a secret', () => {
    const { toolArguments } = inputOf('mcp', { user: { password: 'Xk93jdPq27Lm' } });
    const rules = toolArguments.flatMap((text) => findAll(text, undefined).findings.map(({ rule }) => rule));
    assert.deepEqual(rules, ['generic-password']);
  });

  it('of a search name several files in one text, separated by commas or blanks', () => {
    for (const glob of ['*.md,.env', '*.md .env'])
      assert.equal(inputOf('search', { glob }).searches[0]?.globs?.includes('.env'), true, glob);
  });
});
