import { questionReader } from '../request/toolQuestion.ts';
import { kiroProtocol } from './answer.ts';

/**
 * A read may name its files inside a list of operations, so every text that is the path of a file is checked.
 *
 * Sources: https://kiro.dev/docs/cli/v3/hooks, https://kiro.dev/docs/cli/reference/built-in-tools
 */
export const readKiroQuestion = questionReader({
  events: kiroProtocol.events,
  kinds: [
    [/^(?:shell|execute_bash|execute_cmd|executeBash|executePwsh|execute_pwsh)$/, 'shell'],
    [/^(?:grep|grepSearch|grep_search)$/, 'search'],
    [/^(?:write|fs_write|fsWrite|fsAppend|fs_append|str_replace|strReplace|todo)$/, 'write'],
    [/^(?:@|mcp_)/, 'mcp'],
  ],
  otherwise: 'other',
  // `grep` is that of Kiro CLI, the others are those of the editor.
  searches: {
    grep: {
      folders: ['path'],
      globs: ['include'],
      quiet: { field: 'output_mode', values: ['files_with_matches', 'count'] },
    },
    grepSearch: { isPattern: true, globs: ['includePattern'] },
    grep_search: { isPattern: true, globs: ['includePattern'] },
  },
  folderFields: ['cwd', 'path', 'working_dir'],
});
