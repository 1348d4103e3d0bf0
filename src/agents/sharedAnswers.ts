import { isFields } from '../core/fields.ts';
import { parseRequest } from './request/requestFields.ts';
import { type Answer, type CheckedKind, jsonAnswer } from './protocol.ts';

/** Returns the output of a tool in a request, by the name that most agents have for it. */
export const responseIn = (stdin: string, field = 'tool_response'): unknown => parseRequest(stdin)[field];

/** Replaces every text in a value, and the names of fields, because a name that is a secret is not one of the tool. */
export function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, replace));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)] as const),
  );
}

/** Returns a text, a list of texts as one, or other values as JSON; undefined for a list with, say, a picture. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const parts = isFields(value) && Array.isArray(value.content) ? (value.content as unknown[]) : value;
  if (!Array.isArray(parts)) return JSON.stringify(value);
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : isFields(part) && typeof part.text === 'string' ? part.text : undefined,
  );
  return texts.includes(undefined) ? undefined : texts.join('\n');
}

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
