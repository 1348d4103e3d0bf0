import { type HookProtocol, jsonAnswer } from '../protocol.ts';

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
  },
  allow: () => jsonAnswer({}),
  deny(kind, reason) {
    switch (kind) {
      case 'permission': {
        const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
        return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...denial } }, 2, reason);
      }
      case 'prompt':
        return jsonAnswer({ decision: 'block', reason }, 2, reason);
      case 'output':
        return jsonAnswer({ decision: 'block', reason });
      case 'session':
        return jsonAnswer({});
    }
  },
  addContext: (text) =>
    jsonAnswer(
      text === undefined
        ? {}
        : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } },
    ),
  tellsRule: true,
};
