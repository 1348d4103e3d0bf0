import assert from 'node:assert/strict';
import type { HookInput } from '../../../src/agents/protocol.ts';
import { readRequest } from './readRequest.ts';
import { fieldOf } from '../../support/lists.ts';

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
      read: [
        'Read',
        'read_file',
        'ReadFile',
        'ViewFile',
        'open_file',
        'cat',
        'cat_lines',
        'fetch_file',
        'getFile',
      ],
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
        for (const tool of tools) {
          assert.equal(kindOf(readRequest(agent, event, request(tool, input))), kind, tool);
        }
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
