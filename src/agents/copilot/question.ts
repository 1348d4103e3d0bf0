import { type Fields, isFields } from '../../core/fields.ts';
import { questionReader } from '../request/toolQuestion.ts';
import { parseRequest } from '../request/requestFields.ts';
import { copilotProtocol } from './answer.ts';

const commandLineSearch = {
  folders: ['path', 'paths'],
  globs: ['glob'],
  quiet: { field: 'output_mode', values: ['files_with_matches', 'count'] },
};

/** Copilot CLI and VS Code name the same tools differently. The names of MCP tools have no common form in either. */
export const readCopilotQuestion = questionReader({
  events: copilotProtocol.events,
  kinds: [
    [
      /^(?:(?:write_|async_)?(?:bash|powershell)|Bash|run_in_terminal|runInTerminal|copilot_runInTerminal)$/,
      'shell',
    ],
    [
      /^(?:grep|rg|Grep|grep_search|semantic_search|copilot_findTextInFiles|copilot_searchCodebase)$/,
      'search',
    ],
    [/^(?:view|Read|read_file|readFile|copilot_readFile)$/, 'read'],
    [/^(?:create|edit|str_replace_editor|apply_patch|Write|Edit|update_todo|TodoWrite)$/, 'write'],
    [
      /^(?:create_file|insert_edit_into_file|replace_string_in_file|multi_replace_string_in_file|editFiles)$/,
      'write',
    ],
  ],
  otherwise: 'mcp',
  // `grep` and `rg` are those of Copilot CLI, `Grep` that of Claude Code in VS Code.
  searches: {
    grep: commandLineSearch,
    rg: commandLineSearch,
    Grep: commandLineSearch,
    grep_search: { globs: ['includePattern'] },
    copilot_findTextInFiles: { globs: ['includePattern'] },
  },
  // Keys such as `{enter}` end a line that a running shell gets.
  argumentsOf: (tool, input) => (tool.startsWith('write_') ? withoutKeys(input) : input),
  normalize: ({ toolName, toolArgs, toolResult, tool_result, ...request }): Fields => ({
    ...request,
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolArgs !== undefined && { tool_input: toolArgs }),
    tool_response: toolResult ?? tool_result ?? request.tool_response,
  }),
});

function withoutKeys(given: unknown): unknown {
  const fields = typeof given === 'string' ? parseRequest(given) : given;
  if (!isFields(fields) || typeof fields.input !== 'string') return fields;
  return { ...fields, input: fields.input.replaceAll(/\{\w+\}/g, '\n') };
}
