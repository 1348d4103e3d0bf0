import { isFields } from './fields.ts';
import { findHiddenText } from './hiddenText.ts';
import { printableJson } from './printable.ts';

/**
 * Returns the content of an answer in which characters that only an agent would read are written as escapes, such as
 * `\u{e0069}`: in values, and in keys, which may be names of metrics. Anyone who can name an issue, a metric or a
 * project on the platform could otherwise instruct the agent unseen.
 */
export function visibleContent(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [visibleText(key), visibleValue(value)]),
  );
}

function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  return isFields(value) ? visibleContent(value) : value;
}

/** Returns a value as JSON text for an agent, with such characters, and those a terminal interprets, as escapes. */
export function visibleJson(value: unknown): string {
  return printableJson(visibleValue(value));
}

/** Returns a text with such characters as escapes. */
export function visibleText(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findHiddenText(text)) {
    const codes = Array.from(text.slice(start, end), (char) => (char.codePointAt(0) ?? 0).toString(16));
    parts.push(text.slice(from, start), ...codes.map((code) => `\\u{${code}}`));
    from = end;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}
