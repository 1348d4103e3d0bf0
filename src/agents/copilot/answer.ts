import { isFields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';
import { replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * The answers have the fields of Copilot CLI and those of VS Code, which reads the same files. Copilot CLI ignores the
 * answer to a prompt. An empty object leaves the permission to Copilot's own rules. Only VS Code shows `systemMessage`.
 *
 * Sources: https://docs.github.com/en/copilot/reference/hooks-reference,
 * https://code.visualstudio.com/docs/copilot/customization/hooks
 */
export const copilotProtocol: HookProtocol = {
  events: {
    userPromptSubmitted: 'prompt',
    preToolUse: 'permission',
    postToolUse: 'output',
    sessionStart: 'session',
    agentStop: 'turn',
  },
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny(kind, reason) {
    switch (kind) {
      case 'permission': {
        const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
        const hookSpecificOutput = { hookEventName: 'PreToolUse', ...denial };
        return jsonAnswer({ ...denial, hookSpecificOutput }, 2, reason);
      }
      case 'prompt':
        return jsonAnswer({ decision: 'block', reason, continue: false, stopReason: reason }, 2, reason);
      case 'output':
        return jsonAnswer({
          modifiedResult: { resultType: 'success', textResultForLlm: reason },
          decision: 'block',
          reason,
        });
    }
  },
  /** VS Code has no field for a replacement. Its request names the output `tool_response`. */
  mask(stdin, replace) {
    const result = replaceTexts(responseIn(stdin, 'toolResult') ?? responseIn(stdin, 'tool_result'), replace);
    return isFields(result) ? maskedAnswer({ modifiedResult: result }) : undefined;
  },
  addContext: (additionalContext) =>
    jsonAnswer({
      additionalContext,
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
    }),
  /** Copilot CLI reads the fields at the top, VS Code those of the event. */
  goOn: (reason) =>
    jsonAnswer({
      decision: 'block',
      reason,
      hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason },
    }),
};
