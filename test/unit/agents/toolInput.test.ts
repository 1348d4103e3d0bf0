import assert from 'node:assert/strict';
import type { HookInput } from '../../../src/agents/protocol.ts';
import { RequestPaths } from '../../../src/agents/request/requestPaths.ts';
import { findAll } from '../../../src/cli/hook/engine.ts';
import type { SearchFields } from '../../../src/agents/request/searchInput.ts';
import { inputOfTool, type ToolCall, type ToolKind } from '../../../src/agents/request/toolInput.ts';
import { callsInCode } from '../../../src/agents/request/codeCalls.ts';
import { assertLinear } from '../../support/growth.ts';

const inputOf = (kind: ToolKind, input: object, more: Partial<ToolCall> = {}): HookInput =>
  inputOfTool({ kind, name: 'tool', input, paths: new RequestPaths({ base: '/r' }), ...more });

const linesOf = (kind: ToolKind, input: object, more?: Partial<ToolCall>): string[] =>
  inputOf(kind, input, more).commands.map(({ command }) => command);

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
  context: '-C -A -B context context_lines before after',
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
      const folders = (more?: Partial<ToolCall>) =>
        inputOf('shell', { command: 'ls', [field]: 'sub' }, more).commands.map(({ cwd }) => cwd);
      assert.deepEqual(folders({ folderFields: [field] }), ['/r/sub'], field);
      assert.ok(folders().includes('/r'), `${field} of a tool that does not have it`);
    });
  });

  it('that searches name folders, patterns and questions in any of the known fields', () => {
    const searches = (more: object) => inputOf('search', more).searches;
    for (const kind of ['searched', 'searchedList'] as const)
      each(kind, (field) => {
        const value = kind === 'searched' ? 'sub' : ['sub'];
        const paths = searches({ [field]: value }).map(({ path }) => path);
        assert.deepEqual(paths, ['/r', '/r/sub'], field);
      });
    each('pattern', (field) => {
      assert.deepEqual(
        searches({ [field]: 'x', query: 'y' }).map(({ pattern, question }) => pattern ?? question),
        ['x', 'y'],
        field,
      );
    });
    each('question', (field) => {
      assert.equal(searches({ [field]: 'x' })[0]?.question, 'x', field);
    });
    each('context', (field) => {
      assert.equal(searches({ [field]: 3 })[0]?.context, 3, field);
    });
    assert.equal(searches({})[0]?.context, 0);
  });

  it('of a search are narrowed by the fields that the tool has, and by no other', () => {
    const tool: SearchFields = {
      folders: ['path'],
      globs: ['glob', 'globs'],
      quiet: { field: 'output_mode', values: ['count'] },
      context: 2,
    };
    const input = { pattern: 'x', path: 'sub', glob: '*.ts', globs: ['a'] };
    assert.deepEqual(inputOf('search', input, { search: tool }).searches, [
      { path: '/r/sub', pattern: 'x', globs: ['*.ts', 'a'], ignoresCase: true, context: 2 },
    ]);
    const wide = { pattern: 'x', globs: [], ignoresCase: true, context: 0 };
    assert.deepEqual(inputOf('search', { ...input, output_mode: 'count' }).searches, [
      { path: '/r', ...wide },
      { path: '/r/sub', ...wide },
    ]);
  });

  it('of a search ignore case, whatever flag an agent passes for it', () => {
    for (const flag of ['case_sensitive', 'caseSensitive'])
      assert.equal(inputOf('search', { pattern: 'x', [flag]: true }).searches[0]?.ignoresCase, true, flag);
  });

  it('of a search that shows no line of a file need no check', () => {
    const quiet = { field: 'mode', values: ['count', true] };
    const searches = (mode: unknown, isDefault = false) =>
      inputOf('search', { mode }, { search: { quiet: { ...quiet, isDefault } } }).searches.length;
    assert.deepEqual([searches('count'), searches(true), searches(undefined, true)], [0, 0, 0]);
    assert.deepEqual([searches('content'), searches(undefined), searches(null)], [1, 1, 1]);
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
          ({ pattern }) => pattern,
        ),
        [String.raw`\bpassword`, undefined],
        field,
      );
  });

  it('of a server keep the names of their fields, which make a value a secret', () => {
    const { toolArguments } = inputOf('mcp', { user: { password: 'Xk93jdPq27Lm' } });
    const rules = toolArguments.flatMap((text) =>
      findAll(text, undefined).flatMap(({ findings }) => findings.map(({ rule }) => rule)),
    );
    assert.deepEqual(rules, ['generic-password']);
  });

  it('of a search name several files in one text, separated by commas or blanks', () => {
    for (const glob of ['*.md,.env', '*.md .env'])
      assert.ok(
        inputOf('search', { glob }, { search: { globs: ['glob'] } }).searches[0]?.globs?.includes('.env'),
        glob,
      );
  });

  it('that are command lines are read as such, whatever the tool is called', () => {
    for (const kind of ['other', 'mcp', 'read', 'search'] as const)
      for (const input of [
        { command: 'cat .env' },
        { cmd: 'cat .env' },
        { Command_Line: 'cat .env' },
        { commands: ['ls', 'cat .env'] },
        { argv: ['cat', '.env'] },
        { command: 'cat', args: ['.env'] },
        { calls: [{ tool: 'bash', parameters: { command: 'cat .env' } }] },
        { payload: '{"command":"cat .env"}' },
        { script: 'cat .env' },
        { input: 'cat .env' },
        { code: 'ls\ncat .env' },
      ])
        assert.ok(
          linesOf(kind, { path: 'a', pattern: 'x', ...input }).some((line) => /cat'? '?\.env/.test(line)),
          `${kind} ${JSON.stringify(input)}`,
        );
    assert.ok(linesOf('mcp', { what: 'cat .env' }, { name: 'server__remote-shell' }).includes('cat .env'));
    assert.ok(
      inputOfTool({ kind: 'other', name: 'x', input: 'cat .env', paths: new RequestPaths({ base: '/r' }) })
        .commands.length > 0,
    );
    assert.deepEqual(linesOf('write', { command: 'cat .env' }), []);
  });

  it('that are code calling tools in a way that is not written out may print every file', () => {
    for (const name of ['exec', 'mcp__a__b'])
      for (const code of ['tools["exec_" + "command"]({cmd: x})', 'tools.exec_command({cmd: a + b})'])
        assert.deepEqual(inputOf('other', { code }, { name }).searches, [{ path: '/r' }], `${name} ${code}`);
    const plain = inputOf('other', { code: 'await tools.exec_command({cmd: "cat .env"})' }, { name: 'exec' });
    assert.deepEqual(plain.searches, []);
    assert.ok(plain.commands.some(({ command }) => command === 'cat .env'));
  });

  it('that are prose or code of another language name no file by a star', () => {
    for (const text of [
      'print(3 * 4)',
      'x = 3 * 4',
      "import * as fs from 'node:fs'",
      '* one\n* two',
      'select * from t',
    ])
      assert.deepEqual(
        linesOf('mcp', { code: text }).filter((line) => !line.startsWith('node -e ')),
        [],
        text,
      );
  });

  it('of a command line with a NUL are read as far as a shell may', () => {
    assert.deepEqual(linesOf('shell', { command: 'cat .e\0nv' }), ['cat .env', 'cat .e\nnv']);
  });

  it('of a server are searched for files in JSON, percent codes, lists of bytes, and in two fields', () => {
    for (const input of [
      { query: '{"file":"conf/.env"}' },
      { query: '[{"a":"{\\"b\\":\\"conf/.env\\"}"}]' },
      { uri: 'conf%2F.env' },
      { path: Array.from(new TextEncoder().encode('conf/.env')) },
      { folder: 'conf', name: '.env' },
      { at: { root: '/r/conf' }, file: '.env' },
      { path: 'conf/.env\0.txt' },
    ])
      for (const kind of ['mcp', 'other'] as const)
        assert.ok(inputOf(kind, input).others.includes('/r/conf/.env'), JSON.stringify(input));
    assert.ok(inputOf('mcp', { a: 'squ%5F00' }).toolArguments.includes('squ_00'));
  });
});

describe('code that calls tools of the agent', () => {
  it('is read where its calls are written out', () => {
    const code = `
      // List the files, then read one.
      const r = await tools.exec_command({ cmd: "ls -la", timeout: 10, "env": ['a', \`b\`] });
      const [x] = await Promise.all([tools.read_file({path: 'it\\'s'})]);
      text(\`\${r.output} \${x.lines}\` + results[0].text)`;
    const { calls, isPlain } = callsInCode(code);
    assert.deepEqual(calls, [{ cmd: 'ls -la', timeout: '10', env: ['a', 'b'] }, { path: "it's" }]);
    assert.ok(isPlain);
  });

  it('counts as code that prints everything where it composes a call', () => {
    for (const code of [
      'tools.exec_command({cmd: "cat " + name})',
      'tools.exec_command({cmd: `cat ${name}`})',
      'tools.exec_command({cmd})',
      'tools.exec_command(options)',
      'tools["exec_command"]({cmd: "ls"})',
      'const { exec_command: run } = tools; run({cmd: "ls"})',
      'const t = tools; t.exec_command({cmd: "ls"})',
      'globalThis["too" + "ls"].x({cmd: "cat .env"}); exec_command()',
      'text(`${tools.x}`)',
      String.raw`tools.exec_command({cmd: "cat \u002eenv"})`,
      String.raw`t\u006fols.exec_command({cmd: "x"})`,
      '"".constructor["const" + "ructor"]("return tools")()',
      'exec_command({cmd: "ls"})',
      'callTool("bash", x)',
      'tools.exec_command({cmd: "ls" /* " */ + x})',
    ])
      assert.equal(callsInCode(code).isPlain, false, code);
  });

  it('is nothing to read where it calls none', () => {
    for (const code of ['print(1)', 'const text = "tool"', 'x.map((y) => y[z])'])
      assert.deepEqual(callsInCode(code), { calls: [], isPlain: true }, code);
  });

  it('is read in linear time', () => {
    for (const part of ['tools.x({a:[', '/*', '`${', 'tools .', '"\\', ' '])
      assertLinear((length) => callsInCode(`tools ${part.repeat(length)}`), 2_000, 20_000, part);
  });
});
