import { claudeContext, claudeDenial } from '../claudeAnswers.ts';
import { type HookProtocol, jsonAnswer, systemWarning } from '../protocol.ts';

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
  },
  folderVariable: 'CLAUDE_PROJECT_DIR',
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (kind, reason) => (kind === 'output' ? withheld(reason, reason) : claudeDenial(kind, reason)),
  withhold(stdin, reason, isClean) {
    const output = outputIn(stdin);
    return withheld(
      reason,
      replaceTexts(output, (text) => (isClean(text) ? text : reason)),
    );
  },
  addContext: claudeContext,
};

function withheld(reason: string, updatedToolOutput: unknown) {
  return jsonAnswer({
    decision: 'block',
    reason,
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
  });
}

function outputIn(stdin: string): unknown {
  const request: unknown = JSON.parse(stdin);
  return typeof request === 'object' && request !== null && 'tool_response' in request
    ? request.tool_response
    : undefined;
}

/**
 * Claude Code ignores a replacement whose fields differ from those of the tool, so the structure stays. A field
 * whose name is a secret does not belong to the tool, so its name is replaced too.
 */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)] as const),
  );
}
