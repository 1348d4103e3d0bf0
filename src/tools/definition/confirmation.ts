import { printable } from '../../core/printable.ts';

/** Length up to which an argument is quoted in a question. */
const longestArgument = 100;

/**
 * Returns the question to the user before a call. It shows the number of items instead of a list. An agent chose the
 * arguments, so they are shown as text on one line. Returns undefined if an argument that the question names is missing:
 * the call then fails.
 *
 * @param confirmation the question with `{name}` in the place of an argument
 */
export function questionOf(
  confirmation: string,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = [...confirmation.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => shownArgument(args[name]) === undefined)) return undefined;
  return confirmation.replace(/\{(\w+)\}/g, (_, name: string) => shownArgument(args[name]) ?? '');
}

function shownArgument(value: unknown): string | undefined {
  if (Array.isArray(value)) return String(value.length);
  if (typeof value !== 'string') return undefined;
  const text = printable(value);
  return text.length > longestArgument ? `${text.slice(0, longestArgument)}…` : text;
}
