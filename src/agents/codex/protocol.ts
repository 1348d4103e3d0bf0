import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';
import {
  claudeContext,
  claudeDenial,
  claudeGoOn,
  asText,
  replaceTexts,
  responseIn,
} from '../sharedAnswers.ts';

/**
 * An empty object allows: Codex refuses `permissionDecision: "allow"` as malformed, and then continues. A denial needs a
 * reason for the same cause. For `output`, Codex gives the model the reason instead of the result.
 *
 * Sources: https://developers.openai.com/codex/hooks, codex-rs/hooks/src/engine/output_parser.rs of openai/codex
 */
export const codexProtocol: HookProtocol = {
  events: {
    UserPromptSubmit: 'prompt',
    PreToolUse: 'permission',
    PostToolUse: 'output',
    SessionStart: 'session',
    Stop: 'turn',
  },
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (kind, reason) =>
    kind === 'output' ? jsonAnswer({ decision: 'block', reason }) : claudeDenial(kind, reason),
  mask(stdin, replace) {
    const reason = asText(replaceTexts(responseIn(stdin), replace));
    return reason === undefined ? undefined : maskedAnswer({ decision: 'block', reason });
  },
  addContext: claudeContext,
  goOn: claudeGoOn,
};

/** Codex reads files by commands only. */
export const codexQuestions: QuestionTable = {
  kinds: [
    [/^(?:Bash|shell|shell_command|local_shell|exec_command|unified_exec|write_stdin)$/, 'shell'],
    [/^grep_files$/, 'search'],
    [/^(?:apply_patch|Write|Edit|update_plan)$/, 'write'],
    [/^mcp__/, 'mcp'],
  ],
  otherwise: 'other',
  searches: { grep_files: { folders: ['path'], globs: ['include'] } },
  folderFields: ['workdir', 'working_directory'],
};
