import { type Fields, isFields } from '../../core/fields.ts';
import { questionReader } from '../request/toolQuestion.ts';
import { antigravityProtocol } from './answer.ts';

/** Source: https://antigravity.google/docs/hooks */
export const readAntigravityQuestion = questionReader({
  events: antigravityProtocol.events,
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
});
