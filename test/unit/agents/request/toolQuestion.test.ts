import assert from 'node:assert/strict';
import { BadInput, type HookInput } from '../../../../src/agents/protocol.ts';
import { assertLinear } from '../../../support/growth.ts';
import { fieldOf } from '../../../support/lists.ts';
import { readRequest } from '../readRequest.ts';

type Kind = 'shell' | 'search' | 'read' | 'write' | 'mcp' | 'other';

interface Tools {
  /** The event before a tool runs. */
  readonly event: string;
  readonly request: (name: string, input: object) => object;
  /** The names of the agent's tools, as its documentation has them. */
  readonly names: Partial<Record<Kind, readonly string[]>>;
}

/** The form of Claude Code, which other agents took over. */
const asClaude = (tool_name: string, tool_input: object): object => ({ tool_name, tool_input, cwd: '/r' });

const agents: Readonly<Record<string, Tools>> = {
  antigravity: {
    event: 'PreToolUse',
    request: (name, args) => ({ toolCall: { name, args }, workspacePaths: ['/r'] }),
    names: {
      shell: ['run_command'],
      search: ['grep_search', 'codebase_search'],
      read: ['view_file'],
      write: ['write_to_file', 'replace_file_content', 'multi_replace_file_content'],
      mcp: ['check_echo'],
    },
  },
  claude: {
    event: 'PreToolUse',
    request: asClaude,
    names: {
      shell: ['Bash', 'PowerShell', 'Monitor'],
      search: ['Grep'],
      read: ['Read', 'NotebookRead'],
      write: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'TodoWrite'],
      mcp: ['mcp__a__b'],
      other: ['Glob', 'BashOutput'],
    },
  },
  codex: {
    event: 'PreToolUse',
    request: asClaude,
    names: {
      shell: ['Bash', 'shell', 'shell_command', 'local_shell', 'exec_command', 'unified_exec', 'write_stdin'],
      search: ['grep_files'],
      write: ['apply_patch', 'Write', 'Edit', 'update_plan'],
      mcp: ['mcp__a__b'],
      other: ['view_image'],
    },
  },
  copilot: {
    event: 'preToolUse',
    request: (toolName, toolArgs) => ({ toolName, toolArgs, cwd: '/r' }),
    names: {
      shell: ['bash', 'powershell', 'async_bash', 'write_bash', 'write_powershell', 'run_in_terminal'],
      search: ['grep', 'rg', 'grep_search', 'semantic_search', 'copilot_searchCodebase'],
      read: ['view', 'read_file', 'copilot_readFile'],
      write: ['create', 'edit', 'str_replace_editor', 'apply_patch', 'create_file', 'insert_edit_into_file'],
      mcp: ['server-tool'],
    },
  },
  cursor: {
    event: 'preToolUse',
    request: asClaude,
    names: {
      shell: ['Shell', 'run_terminal_cmd'],
      search: ['Grep', 'codebase_search'],
      read: 'Read read_file ReadFile ViewFile open_file cat cat_lines fetch_file getFile'.split(' '),
      write: ['Write', 'edit_file', 'Delete', 'search_replace'],
      mcp: ['MCP:tool'],
      other: ['Task'],
    },
  },
  gemini: {
    event: 'BeforeTool',
    request: asClaude,
    names: {
      shell: ['run_shell_command'],
      search: ['search_file_content', 'grep_search', 'read_many_files'],
      read: ['read_file'],
      write: ['write_file', 'replace', 'write_todos', 'save_memory'],
      mcp: ['mcp_a_b'],
      other: ['glob'],
    },
  },
  kiro: {
    event: 'PreToolUse',
    request: asClaude,
    names: {
      shell: ['shell', 'execute_bash', 'execute_cmd', 'executeBash', 'executePwsh'],
      search: ['grep', 'grepSearch', 'grep_search'],
      write: ['write', 'fs_write', 'fsWrite', 'fsAppend', 'str_replace', 'todo'],
      mcp: ['@a/b', 'mcp_a_b'],
      other: ['read', 'fs_read'],
    },
  },
  opencode: {
    event: 'tool.execute.before',
    request: asClaude,
    names: {
      shell: ['bash'],
      search: ['grep'],
      read: ['read'],
      write: ['edit', 'write', 'multiedit', 'patch', 'apply_patch', 'todowrite'],
      mcp: ['server_tool'],
    },
  },
};

/** Returns the kind of a tool by what is checked of a call of it. */
function kindOf({ searches, files, others, toolArguments, commands }: HookInput): Kind {
  if (searches.length > 0) return 'search';
  if (files.length > 0) return 'read';
  if (toolArguments.length > 0) return 'mcp';
  if (others.length > 0) return 'other';
  return commands.length > 0 ? 'shell' : 'write';
}

describe('a call of a tool', () => {
  // Has the fields of every kind of tool.
  const input = { command: 'ls', path: '/r/a', pattern: 'x', output_mode: 'content' };

  for (const [agent, { event, request, names }] of Object.entries(agents))
    for (const [kind, tools] of Object.entries(names))
      it(`of ${agent} that is of the kind ${kind} is checked as such`, () => {
        for (const tool of tools)
          assert.equal(kindOf(readRequest(agent, event, request(tool, input))), kind, tool);
      });

  it('of Windsurf is checked by the kind of its event', () => {
    const read = (event: string, info: object): HookInput =>
      readRequest('windsurf', event, { tool_info: info }, { folder: '/r' });
    assert.deepEqual(
      read('pre_run_command', { command_line: 'ls' }).commands.map(({ command }) => command),
      ['ls'],
    );
    const sent = read('pre_mcp_tool_use', { mcp_tool_arguments: { a: 'text' } });
    assert.equal(sent.toolArguments[0], 'text');
    assert.deepEqual(read('pre_read_code', { file_path: '/r/a' }).others, ['/r/a']);
  });

  it('takes the keys that an agent sends to a running shell for ends of lines', () => {
    const input = { sessionId: 's', input: 'cat .env{enter}' };
    const request = { toolName: 'write_bash', toolArgs: JSON.stringify(input), cwd: '/r' };
    const { commands } = readRequest('copilot', 'preToolUse', request);
    assert.deepEqual(fieldOf(commands, 'command'), ['cat .env\n']);
  });
});

const claude = (tool_name: string, tool_input: object, cwd: unknown = '/r'): HookInput =>
  readRequest('claude', 'PreToolUse', { tool_name, tool_input, cwd });

describe('an unusual request', () => {
  it('that names a file in an unusual value of a known field is checked for it', () => {
    for (const path of [['/x'], { name: '/x' }])
      assert.ok(claude('Read', { file_path: '/r/a', path }).others.includes('/x'));
  });

  it('that names a file, or holds a text, in the name of a field is checked for it', () => {
    const { others, toolArguments } = claude('mcp__a__b', {
      '/x/.env': 1,
      aLongNameOfSomething42: 2,
      path: '',
    });
    assert.ok(others.includes('/x/.env'));
    assert.ok(toolArguments.includes('aLongNameOfSomething42'));
    assert.ok(!toolArguments.includes('path'));
  });

  it('is refused where its folder is not absolute or not a text', () => {
    for (const cwd of ['.', 'sub', ['/r'], 1]) {
      assert.throws(() => claude('mcp__a__b', { path: '.env' }, cwd), BadInput, JSON.stringify(cwd));
      assert.throws(
        () => readRequest('cursor', 'beforeMCPExecution', { tool_name: 'a', tool_input: {}, cwd }),
        BadInput,
        JSON.stringify(cwd),
      );
    }
    assert.throws(
      () => readRequest('cursor', 'beforeSubmitPrompt', { prompt: 'x', workspace_roots: ['r'] }),
      BadInput,
    );
  });

  it('without a folder is read where it names nothing relative', () => {
    for (const cwd of ['', null, undefined])
      assert.equal(readRequest('cursor', 'beforeSubmitPrompt', { prompt: 'x', cwd }).text, 'x');
  });

  it('that names a relative path is checked for a file in each open folder', () => {
    const request = {
      workspace_roots: ['/a', '/b'],
      cwd: '/a/sub',
      tool_name: 'Read',
      tool_input: { path: 'x' },
    };
    const { files, others } = readRequest('cursor', 'preToolUse', request);
    assert.deepEqual(files, ['/a/sub/x']);
    assert.deepEqual(others, ['/a/x', '/b/x']);
  });

  it('to a tool that writes is checked as a read where its command is to view a file', () => {
    const view = { command: 'view', path: '/r/.env' };
    const request = { toolName: 'str_replace_editor', cwd: '/r' };
    for (const toolArgs of [view, JSON.stringify(view)])
      assert.ok(readRequest('copilot', 'preToolUse', { ...request, toolArgs }).others.includes('/r/.env'));
    const created = readRequest('copilot', 'preToolUse', {
      ...request,
      toolArgs: { ...view, command: 'create' },
    });
    assert.deepEqual([created.others, created.writes.map(({ path }) => path)], [[], ['/r/.env']]);
    assert.deepEqual(readRequest('copilot', 'preToolUse', { ...request, toolArgs: view }).writes, []);
  });

  it('to read many files is checked for those outside of the open folder too', () => {
    const searched = (paths: readonly string[]) =>
      readRequest('gemini', 'BeforeTool', {
        tool_name: 'read_many_files',
        tool_input: { paths },
        cwd: '/r',
      }).searches.map(({ path }) => path);
    assert.deepEqual(searched(['*.md']), ['/r']);
    assert.deepEqual(searched(['/x/.env', '../y/*.env', 'src/a.ts']), ['/r', '/x/.env', '/y']);
  });

  it('that names a file by an address is checked for it in any form of the address', () => {
    for (const uri of [
      'file:///x/a%62',
      'FILE:///x/ab',
      'file:/x/ab',
      'file://localhost/x/ab',
      'file:///x/ab?v=1#L2',
    ])
      assert.ok(claude('ReadMcpResource', { uri }).others.includes('/x/ab'), uri);
    assert.ok(
      claude('ReadMcpResource', { uri: 'file:///C:/x' }).others.some((path) => path.endsWith('/C:/x')),
    );
  });
});

const filesOf = (prompt: string): readonly string[] =>
  readRequest('claude', 'UserPromptSubmit', { prompt, cwd: '/shop' }).others;

describe('files that a prompt mentions', () => {
  it('are found without a line range and without the punctuation that follows', () => {
    for (const [prompt, file] of [
      ['see @a.ts:12', 'a.ts'],
      ['see @a.ts:L3-L9', 'a.ts'],
      ['see @a2.ts#L10', 'a2.ts'],
      ['see @dir/L1:2:3', 'dir/L1'],
      ['(@a.ts), then', 'a.ts'],
      ['read @a.ts!?', 'a.ts'],
      ['@"my file.ts:7" and more', 'my file.ts'],
      ['@a.ts', 'a.ts'],
      ['看@a.ts', 'a.ts'],
      ['a,@a.ts', 'a.ts'],
      [String.raw`@my\ file.ts and`, 'my file.ts'],
    ] as const)
      assert.ok(filesOf(prompt).includes(`/shop/${file}`), `${prompt}: ${filesOf(prompt).join()}`);
  });

  it('are found before every character that no name needs', () => {
    const ends =
      '\u2019 \u2019s \u2026 \u200b \u200d \u2060 \ufeff \u00bb \u201d \u3002 \uff0c \u2013 \u2014 \u00ad \ufe0f \u{1f600} \u0301 ' +
      'を見て и ,b ; ) ](x) * ** > | . ... - / …”. \u2019:12 :12\u2026 =1 &b #L3 ?x ! \u202e \u061c \u0000';
    for (const end of ends.split(' '))
      for (const start of ['@', '#file:', '#File:', '(@', '\u201c@', 'x,@', '@none,@'])
        assert.ok(
          filesOf(`see ${start}conf/.env${end} please`).includes('/shop/conf/.env'),
          JSON.stringify(start + end),
        );
  });

  it('are found after #file: and in #[[file:…]]', () => {
    for (const [prompt, file] of [
      ['see #file:a.ts', 'a.ts'],
      ['see #file:"my file.ts", please', 'my file.ts'],
      ["see #file:'my file.ts'", 'my file.ts'],
      ['see #[[file:a.ts]]', 'a.ts'],
      ['see #[[file:my file.ts]] and', 'my file.ts'],
      ['see #[[File: dir/a.ts ]]…', 'dir/a.ts'],
    ] as const)
      assert.ok(filesOf(prompt).includes(`/shop/${file}`), `${prompt}: ${filesOf(prompt).join()}`);
  });

  it('are no part of a longer name, and no address', () => {
    for (const prompt of [
      'see @.env.example',
      'see @.env-sample',
      'see @.env_old',
      'mail me@.env',
      'see a#file:.env',
    ])
      assert.ok(!filesOf(prompt).includes('/shop/.env'), prompt);
  });

  it('are found in linear time, whatever stands at the end of a name [R8]', () => {
    for (const end of ['!', ':1', '#1', '-', 'L', '@', '@,', '#a:', '#a', '\u2019', 'é', '[', '\\a'])
      assertLinear((length) => filesOf(`see @${end.repeat(length)}x`), 20_000, 200_000, end);
  });

  it('are those of a mentioned folder for Gemini CLI, which reads them all', () => {
    const read = (agent: string, event: string) =>
      readRequest(agent, event, { prompt: 'see @conf/', cwd: '/shop' });
    assert.deepEqual(
      read('gemini', 'BeforeAgent').searches.map(({ path }) => path),
      ['/shop/conf'],
    );
    assert.deepEqual(read('claude', 'UserPromptSubmit').searches, []);
  });
});
