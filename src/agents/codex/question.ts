import { questionReader } from '../request/toolQuestion.ts';
import { codexProtocol } from './answer.ts';

/** Codex reads files by commands only. Source: https://developers.openai.com/codex/hooks */
export const readCodexQuestion = questionReader({
  events: codexProtocol.events,
  kinds: [
    [/^(?:Bash|shell|shell_command|local_shell|exec_command|unified_exec|write_stdin)$/, 'shell'],
    [/^grep_files$/, 'search'],
    [/^(?:apply_patch|Write|Edit|update_plan)$/, 'write'],
    [/^mcp__/, 'mcp'],
  ],
  otherwise: 'other',
  searches: { grep_files: { folders: ['path'], globs: ['include'] } },
  folderFields: ['workdir', 'working_directory'],
});
