import { isAbsolute } from 'node:path';
import { type Fields, isFields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';
import { claudeContext, asText, replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * An empty object leaves the decision to Gemini CLI. A denial is an answer with exit code 0, because Windows loses other
 * codes: Gemini CLI runs hooks by `powershell -Command` there. For `AfterTool` the reason replaces the result of the tool.
 *
 * Sources: https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools
 */
export const geminiProtocol: HookProtocol = {
  events: {
    BeforeAgent: 'prompt',
    BeforeTool: 'permission',
    AfterTool: 'output',
    SessionStart: 'session',
    AfterAgent: 'turn',
  },
  folderVariable: 'GEMINI_PROJECT_DIR',
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  mask(stdin, replace) {
    const response = responseIn(stdin);
    const shown = isFields(response) ? (response.llmContent ?? response) : response;
    const reason = asText(replaceTexts(shown, replace));
    return reason === undefined ? undefined : maskedAnswer({ decision: 'deny', reason });
  },
  addContext: claudeContext,
  goOn: (reason) => jsonAnswer({ decision: 'deny', reason }),
};

const search = {
  folders: ['dir_path'],
  globs: ['include_pattern'],
  quiet: { field: 'names_only', values: [true] },
  context: 50,
};

export const geminiQuestions: QuestionTable = {
  kinds: [
    [/^run_shell_command$/, 'shell'],
    [/^(?:search_file_content|grep_search|read_many_files)$/, 'search'],
    [/^read_file$/, 'read'],
    [/^(?:write_file|replace|write_todos|save_memory)$/, 'write'],
    [/^mcp_/, 'mcp'],
  ],
  otherwise: 'other',
  // Gemini CLI adds up to 50 lines around few matches. Versions that differ in the names of fields are searched wider.
  searches: {
    search_file_content: search,
    grep_search: search,
    // `argumentsOf` makes these fields.
    read_many_files: { folders: ['paths'], globs: ['globs'] },
  },
  folderFields: ['dir_path', 'directory'],
  readsMentionedFolders: true,
  memory: { inFolders: ['GEMINI.md'], atHome: ['.gemini/GEMINI.md'] },
  argumentsOf: (tool, input) =>
    tool === 'read_many_files' && isFields(input)
      ? { globs: globsIn(input), paths: foldersIn(input) }
      : input,
};

/** The files and patterns of `read_many_files`, which prints the whole text of each file that matches. */
function globsIn({ paths, include }: Fields): unknown[] {
  return [paths, include].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
}

/** The open folder, and what is named outside of it: a file, or the folder in which a pattern begins. */
function foldersIn(fields: Fields): string[] {
  const outside = globsIn(fields)
    .filter((glob) => typeof glob === 'string')
    .filter((glob) => isAbsolute(glob) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(glob));
  return ['.', ...outside.map(folderOf)];
}

function folderOf(glob: string): string {
  const start = glob.search(/[*?[{]/);
  return start < 0 ? glob : glob.slice(0, start).replace(/[^/\\]+$/, '');
}
