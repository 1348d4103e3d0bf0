import { type Fields, isFields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, noAnswer } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';

/**
 * The decision is explicit: Antigravity denies when it is missing. `allow` does not skip the questions that Antigravity
 * asks the user.
 *
 * Source: https://antigravity.google/docs/hooks
 */
export const antigravityProtocol: HookProtocol = {
  events: { PreToolUse: 'permission' },
  allow: () => jsonAnswer({ decision: 'allow' }),
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  addContext: () => noAnswer,
};

export const antigravityQuestions: QuestionTable = {
  kinds: [
    [/^run_command$/, 'shell'],
    [/^(?:grep_search|codebase_search)$/, 'search'],
    [/^view_file$/, 'read'],
    [/^(?:write_to_file|replace_file_content|multi_replace_file_content)$/, 'write'],
  ],
  otherwise: 'mcp',
  searches: {
    grep_search: { folders: ['SearchPath'], globs: ['Includes'] },
    codebase_search: { folders: ['TargetDirectories'] },
  },
  folderFields: ['Cwd'],
  normalize({ toolCall, workspacePaths }): Fields {
    const { name, args } = isFields(toolCall) ? toolCall : {};
    const [root] = Array.isArray(workspacePaths) ? (workspacePaths as unknown[]) : [];
    return { tool_name: name, tool_input: args, workspace_roots: workspacePaths, cwd: root };
  },
};
