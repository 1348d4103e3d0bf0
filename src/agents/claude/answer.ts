import { claudeContext, claudeDenial, claudeGoOn, replaceTexts, responseIn } from '../sharedAnswers.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';

/**
 * An empty object allows: `permissionDecision: "allow"` would skip the questions that Claude Code asks the user.
 *
 * Source: https://code.claude.com/docs/en/hooks
 */
export const claudeProtocol: HookProtocol = {
  events: {
    UserPromptSubmit: 'prompt',
    // Its answers have the form of those to a prompt.
    ConfigChange: 'prompt',
    PreToolUse: 'permission',
    PostToolUse: 'output',
    SessionStart: 'session',
    Stop: 'turn',
  },
  folderVariable: 'CLAUDE_PROJECT_DIR',
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (kind, reason) => (kind === 'output' ? withheld(reason, reason) : claudeDenial(kind, reason)),
  withhold: (stdin, reason, replace) => withheld(reason, replaceTexts(responseIn(stdin), replace)),
  mask: (stdin, replace) =>
    maskedAnswer({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        // Claude Code ignores a replacement whose fields differ from those of the tool.
        updatedToolOutput: replaceTexts(responseIn(stdin), replace),
      },
    }),
  addContext: claudeContext,
  goOn: claudeGoOn,
};

function withheld(reason: string, updatedToolOutput: unknown) {
  return jsonAnswer({
    decision: 'block',
    reason,
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
  });
}
