import { isFields } from '../../core/fields.ts';
import { questionReader } from '../request/toolQuestion.ts';
import { geminiProtocol } from './answer.ts';

/** Sources: https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools */
export const readGeminiQuestion = questionReader({
  events: geminiProtocol.events,
  kinds: [
    [/^run_shell_command$/, 'shell'],
    [/^(?:search_file_content|grep_search|read_many_files)$/, 'search'],
    [/^read_file$/, 'read'],
    [/^(?:write_file|replace|write_todos|save_memory)$/, 'write'],
    [/^mcp_/, 'mcp'],
  ],
  otherwise: 'other',
  argumentsOf: (tool, input) =>
    tool === 'read_many_files' && isFields(input) ? { globs: globsIn(input) } : input,
});

/** The files and patterns of `read_many_files`, which prints the whole text of each file that matches. */
function globsIn({ paths, include }: Readonly<Record<string, unknown>>): unknown[] {
  return [paths, include].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
}
