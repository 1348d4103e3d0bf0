import {
  claudeContext,
  claudeDenial,
  claudeGoOn,
  asText,
  replaceTexts,
  responseIn,
} from '../sharedAnswers.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';

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
