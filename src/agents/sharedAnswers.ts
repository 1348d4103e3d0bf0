import { isFields } from '../core/fields.ts';
import { parseRequest } from './request/requestFields.ts';
import { type Answer, type CheckedKind, jsonAnswer } from './protocol.ts';

/** Returns the output of a tool in a request, by the name that most agents have for it. */
export const responseIn = (stdin: string, field = 'tool_response'): unknown => parseRequest(stdin)[field];

/** Replaces every text in a value, and names of fields too: one that is a secret does not belong to the tool. */
export function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, replace));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)] as const),
  );
}

/** Returns an output as one text, other values as JSON; undefined for a list with a part such as a picture. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const parts = isFields(value) && Array.isArray(value.content) ? (value.content as unknown[]) : value;
  if (!Array.isArray(parts)) return JSON.stringify(value);
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : isFields(part) && typeof part.text === 'string' ? part.text : undefined,
  );
  return texts.includes(undefined) ? undefined : texts.join('\n');
}

/** Returns the denial in the form of Claude Code. For exit code 2 agents read the reason from standard error. */
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
