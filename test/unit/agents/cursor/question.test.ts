import assert from 'node:assert/strict';
import { readCursorQuestion } from '../../../../src/agents/cursor/question.ts';
import { BadInput, emptyInput, type HookInput } from '../../../../src/agents/protocol.ts';
import { fieldOf } from '../../../support/lists.ts';

type Question = Pick<HookInput, 'text' | 'files' | 'roots'>;

function read(event: string, question: unknown, projectDirectory?: string): Question {
  const { text, files, roots } = readCursorQuestion(event, JSON.stringify(question), {
    folder: projectDirectory,
  });
  return { text, files, roots };
}

const refuses = (event: string, question: unknown, words: RegExp): void => {
  assert.throws(
    () => read(event, question),
    (error) => error instanceof BadInput && words.test(error.message),
    JSON.stringify(question),
  );
};

describe('the question of an editor to a hook', () => {
  it('is refused without quoting it if it is not a JSON object', () => {
    for (const [stdin, words] of [
      ['', 'empty'],
      [' \n', 'empty'],
      ['{"token": squ_1}', 'not JSON'],
      ['[]', 'not an object'],
      ['null', 'not an object'],
      ['"text"', 'not an object'],
    ] as const)
      assert.throws(
        () => readCursorQuestion('beforeSubmitPrompt', stdin, {}),
        (error) => error instanceof BadInput && error.message === words,
        stdin,
      );
  });

  it('gives the text of a prompt and its attachments, relative ones below the working directory or the first folder', () => {
    const attachments = [{ file_path: 'a' }, { filePath: '/b' }];
    assert.deepEqual(
      read('beforeSubmitPrompt', { prompt: 'hi', attachments, workspace_roots: ['/one', '/two'] }),
      { text: 'hi', files: ['/one/a', '/b'], roots: ['/one', '/two'] },
    );
    assert.deepEqual(
      read('beforeSubmitPrompt', { prompt: '', attachments, cwd: '/cwd', workspace_roots: ['/one'] }).files,
      ['/cwd/a', '/b'],
    );
    const named = read('beforeSubmitPrompt', { prompt: '', attachments, cwd: '' }, '/project');
    assert.deepEqual([named.files, named.roots], [['/project/a', '/b'], ['/project']]);
    assert.deepEqual(read('beforeSubmitPrompt', { prompt: 'hi', attachments: null }).files, []);
  });

  it('is refused when a prompt is missing or an attachment is neither a file nor a text [A1]', () => {
    refuses('beforeSubmitPrompt', {}, /prompt is missing/);
    refuses('beforeSubmitPrompt', { prompt: 7 }, /prompt is missing/);
    refuses('beforeSubmitPrompt', { prompt: '', attachments: 'a' }, /attachments is not a list/);
    for (const attachment of [{}, { file_path: '' }, { file_path: 7 }, { id: 'a' }, { path: '/r/a' }])
      refuses('beforeSubmitPrompt', { prompt: '', attachments: [attachment] }, /an attachment has no file/);
    for (const attachment of ['a', null, [], 7])
      refuses(
        'beforeSubmitPrompt',
        { prompt: '', attachments: [attachment] },
        /an attachment is not an object/,
      );
    refuses('beforeSubmitPrompt', { prompt: '', workspace_roots: 'x' }, /workspace_roots is not a list/);
    refuses('beforeSubmitPrompt', { prompt: '', workspace_roots: [7] }, /workspace_roots is not a list/);
  });

  it('is refused when a relative path has no absolute folder that it is relative to', () => {
    for (const base of [{}, { cwd: 'relative' }, { workspace_roots: ['relative'] }])
      refuses('beforeReadFile', { file_path: 'a', ...base }, /a relative path|an absolute path/);
  });

  it('names the files that a tool writes, and needs no look when it writes none', () => {
    for (const tool of ['Write', 'Edit', 'Delete']) {
      const request = JSON.stringify({ tool_name: tool, tool_input: { path: '/a' } });
      const { writes } = readCursorQuestion('preToolUse', request, {});
      assert.deepEqual([writes.length, writes[0]?.path], [1, '/a'], tool);
    }
    const todos = JSON.stringify({ tool_name: 'write_todos', tool_input: { a: 'b' } });
    assert.deepEqual(readCursorQuestion('preToolUse', todos, {}), emptyInput);
  });

  it('is refused when a tool that reads names no file', () => {
    refuses('preToolUse', { tool_input: {} }, /tool_name is missing/);
    refuses('preToolUse', { tool_name: '' }, /tool_name is empty/);
    for (const tool_input of [{}, { path: '' }, { path: 7 }, { paths: [] }])
      refuses('preToolUse', { tool_name: 'Read', tool_input }, /the tool Read has no file/);
    refuses('preToolUse', { tool_name: `Read${'x'.repeat(100)}`, tool_input: {} }, /^the tool Readx{36} has/);
    for (const tool_input of [undefined, null, [], 7])
      refuses('preToolUse', { tool_name: 'Read', tool_input }, /tool_input is not an object/);
    refuses(
      'preToolUse',
      { tool_name: 'Read', tool_input: { path: '/a', paths: '/b' } },
      /paths is not a list/,
    );
  });

  it('gives a file with the text that the editor shows, and without one when that is empty or absent', () => {
    const of = (content: unknown) => read('beforeReadFile', { file_path: '/a', content }).text;
    assert.deepEqual(
      [of('shown'), of(''), of(null), of(undefined)],
      ['shown', undefined, undefined, undefined],
    );
    assert.deepEqual(
      read('beforeTabFileRead', { file_path: '/a', attachments: [{ file_path: '/b' }] }).files,
      ['/a', '/b'],
    );
  });

  it('is refused if a file has no path or its content is not text', () => {
    refuses('beforeReadFile', {}, /file_path is missing/);
    refuses('beforeReadFile', { file_path: '' }, /file_path is empty/);
    refuses('beforeReadFile', { file_path: '/a', content: 7 }, /the content is not text/);
  });
});

describe('a tool call of Cursor', () => {
  const ask = (tool_name: string, tool_input: unknown): HookInput =>
    readCursorQuestion('preToolUse', JSON.stringify({ tool_name, tool_input, workspace_roots: ['/r'] }), {});

  it('gives the command line of a tool that runs programs, in the folder that it names', () => {
    assert.deepEqual(ask('Shell', { command: 'cat .env', working_directory: 'sub' }).commands, [
      { command: 'cat .env', cwd: '/r/sub', shell: 'posix' },
    ]);
    assert.deepEqual(ask('run_terminal_cmd', { command: ['bash', '-c', "echo 'x'"] }).commands, [
      { command: String.raw`'bash' '-c' 'echo '\''x'\'''`, cwd: '/r', shell: 'posix' },
    ]);
    assert.throws(() => ask('Shell', {}), BadInput);
  });

  it('gives the command line in each language of Windows, because the editor does not name the language', () => {
    const question = { command: 'type .env', cwd: '/r' };
    const { commands } = readCursorQuestion('beforeShellExecution', JSON.stringify(question), {
      platform: 'win32',
    });
    assert.deepEqual(fieldOf(commands, 'shell'), ['posix', 'powershell', 'cmd']);
  });

  it('gives the folder, the pattern and the files of a search', () => {
    const [search] = ask('Grep', {
      pattern: 'KEY',
      path: 'src',
      glob: '*.env',
      '-i': true,
      '-C': 2,
    }).searches;
    assert.deepEqual(search, {
      path: '/r/src',
      pattern: 'KEY',
      globs: ['*.env'],
      ignoresCase: true,
      context: 2,
    });
    assert.deepEqual(ask('Grep', { pattern: 'KEY', output_mode: 'files_with_matches' }).searches, []);
    assert.equal(ask('codebase_search', { query: 'the stripe key' }).searches[0]?.question, 'the stripe key');
  });

  it('gives the arguments of a call to a tool server, and the files that they may name', () => {
    for (const input of [
      ask('MCP:read_file', { path: 'a.env', note: 'text' }),
      readCursorQuestion(
        'beforeMCPExecution',
        JSON.stringify({ tool_name: 'read_file', tool_input: '{"path":"a.env","note":"text"}', cwd: '/r' }),
        {},
      ),
    ]) {
      assert.deepEqual([...input.toolArguments].sort().slice(0, 2), ['a.env', 'text']);
      assert.ok(['/r/a.env', '/r/text'].every((path) => input.others.includes(path)));
    }
  });
});

const readAll = (event: string, input: object): HookInput =>
  readCursorQuestion(event, JSON.stringify({ workspace_roots: ['/r'], ...input }), {});

const readsTool = (fields: object): HookInput =>
  readAll('preToolUse', { tool_name: 'Read', tool_input: { file_path: '/r/a', ...fields } });

describe('readCursorQuestion', () => {
  const others: Record<string, readonly [fields: object, paths: readonly string[]]> = {
    'an unknown field': [{ full_name: '/x' }, ['/x']],
    'a relative path': [{ document: 'b/c' }, ['/r/b/c']],
    'the address of a file': [{ uri: 'file:///x%20y' }, ['/x y']],
    'a list in an object': [{ more: { names: ['/x', '/y'] } }, ['/y', '/x']],
    'numbers and flags': [{ offset: 1, limit: 2, all: true, none: null }, []],
  };
  for (const [what, [fields, paths]] of Object.entries(others))
    it(`finds what may be the path of another file in ${what}`, () => {
      const { files, others: found } = readsTool(fields);
      assert.deepEqual([files, found], [['/r/a'], paths]);
    });

  it('checks every field that may be the command line of a tool, in every folder that it may run in', () => {
    const input = { command: 'ls', script: 'cat .env', cwd: '/a', workdir: '/b' };
    const { commands } = readAll('preToolUse', { tool_name: 'Shell', tool_input: input });
    assert.deepEqual(
      commands.map(({ command, cwd }) => `${cwd ?? ''} ${command}`),
      ['/a ls', '/b ls', '/a cat .env', '/b cat .env'],
    );
  });

  it('refuses a tool with more fields than can be checked, and a malformed address', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `/x${index}`);
    assert.throws(() => readsTool({ many }), BadInput);
    assert.throws(() => readsTool({ uri: 'file:///%' }), BadInput);
  });

  for (const event of ['beforeSubmitPrompt', 'beforeReadFile'])
    it(`takes the texts and the paths of attachments of ${event}`, () => {
      const {
        attached,
        files,
        others: found,
      } = readAll(event, {
        prompt: 'x',
        file_path: '/r/a',
        attachments: [
          { type: 'file', file_path: '/r/b', selection: { text: 'selected' }, source: '/r/c' },
          { type: 'terminal', content: 'output' },
        ],
      });
      assert.ok(attached.includes('selected') && attached.includes('output'));
      assert.ok(files.includes('/r/b') && found.includes('/r/c'));
    });
});
