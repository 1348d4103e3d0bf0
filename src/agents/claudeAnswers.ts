import { type Answer, type CheckedKind, jsonAnswer } from './protocol.ts';

/**
 * Returns the denial of Claude Code, whose form other agents took over. It has exit code 2, for which they read the reason
 * from standard error. The agents differ in how they withhold an output.
 */
export function claudeDenial(kind: Exclude<CheckedKind, 'output'>, reason: string): Answer {
  switch (kind) {
    case 'permission': {
      const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
      return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...denial } }, 2, reason);
    }
    case 'prompt':
      return jsonAnswer({ decision: 'block', reason }, 2, reason);
  }
}

/** Returns Claude Code's answer to the start of a session; other agents took it over. */
export function claudeContext(text: string): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } });
}

/** Returns Claude Code's answer to the end of a turn that is to go on; other agents took it over. */
export function claudeGoOn(reason: string): Answer {
  return jsonAnswer({ decision: 'block', reason });
}
