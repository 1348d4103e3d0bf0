import { type HookProtocol, jsonAnswer } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';

/**
 * Kiro reads the exit code: 2 blocks, and standard error has the reason. Kiro adds the output of a hook to the
 * conversation as it is. It is JSON also at the start of a session, because the shim takes anything else for a failure.
 *
 * Sources: https://kiro.dev/docs/cli/v3/hooks, https://kiro.dev/docs/hooks/actions,
 * https://kiro.dev/docs/cli/reference/built-in-tools
 */
export const kiroProtocol: HookProtocol = {
  events: { UserPromptSubmit: 'prompt', PreToolUse: 'permission', SessionStart: 'session' },
  allow: () => jsonAnswer({}),
  deny: (_, reason) => jsonAnswer({ reason }, 2, reason),
  addContext: (context) => jsonAnswer({ context }),
};

/** A read may name its files inside a list of operations, so every text that is the path of a file is checked. */
export const kiroQuestions: QuestionTable = {
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
};
