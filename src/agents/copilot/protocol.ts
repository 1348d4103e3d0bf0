import { type Fields, isFields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';
import { parseRequest } from '../request/requestFields.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';
import { replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * The answers have the fields of Copilot CLI and those of VS Code, which reads the same files. Copilot CLI ignores the
 * answer to a prompt. An empty object leaves the permission to Copilot's own rules. Only VS Code shows `systemMessage`.
 *
 * Sources: https://docs.github.com/en/copilot/reference/hooks-reference,
 * https://code.visualstudio.com/docs/copilot/customization/hooks
 */
export const copilotProtocol: HookProtocol = {
  events: {
    userPromptSubmitted: 'prompt',
    preToolUse: 'permission',
    postToolUse: 'output',
    sessionStart: 'session',
    agentStop: 'turn',
  },
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny(kind, reason) {
    switch (kind) {
      case 'permission': {
        const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
        const hookSpecificOutput = { hookEventName: 'PreToolUse', ...denial };
        return jsonAnswer({ ...denial, hookSpecificOutput }, 2, reason);
      }
      case 'prompt':
        return jsonAnswer({ decision: 'block', reason, continue: false, stopReason: reason }, 2, reason);
      case 'output':
        return jsonAnswer({
          modifiedResult: { resultType: 'success', textResultForLlm: reason },
          decision: 'block',
          reason,
        });
    }
  },
  /** VS Code has no field for a replacement. Its request names the output `tool_response`. */
  mask(stdin, replace) {
    const result = replaceTexts(responseIn(stdin, 'toolResult') ?? responseIn(stdin, 'tool_result'), replace);
    return isFields(result) ? maskedAnswer({ modifiedResult: result }) : undefined;
  },
  addContext: (additionalContext) =>
    jsonAnswer({
      additionalContext,
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
    }),
  /** Copilot CLI reads the fields at the top, VS Code those of the event. */
  goOn: (reason) =>
    jsonAnswer({
      decision: 'block',
      reason,
      hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason },
    }),
};

const commandLineSearch = {
  folders: ['path', 'paths'],
  globs: ['glob'],
  quiet: { field: 'output_mode', values: ['files_with_matches', 'count'] },
};

/** Copilot CLI and VS Code name the same tools differently. The names of MCP tools have no common form in either. */
export const copilotQuestions: QuestionTable = {
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
};

function withoutKeys(given: unknown): unknown {
  const fields = typeof given === 'string' ? parseRequest(given) : given;
  if (!isFields(fields) || typeof fields.input !== 'string') return fields;
  return { ...fields, input: fields.input.replaceAll(/\{\w+\}/g, '\n') };
}
