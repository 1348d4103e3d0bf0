/**
 * Characters that a terminal or a build log interprets instead of showing them: control characters, the separators of
 * lines and paragraphs, and format characters, which reorder or hide text ("Trojan Source", CVE-2021-42574).
 */
// A function, because creating a pattern with classes of Unicode takes time, which hooks do not have.
const active = (): RegExp => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const names: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function visible(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return names[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`);
}

/** Returns untrusted text as one line; what a terminal or a build log would interpret becomes JavaScript escapes. */
export const printable = (text: string): string => text.replace(active(), visible);

/** The colours of `Terminal.paint`. */
// eslint-disable-next-line no-control-regex -- a colour begins with the escape character
const colour = /(\u001B\[(?:1|2|22|31|32|33|39)m)/u;

/** Works as `printable` for text of several lines; line feeds, tabs and the colours of `Terminal.paint` are kept. */
export function printableLines(text: string): string {
  return text
    .split(colour)
    .map((part) => (colour.test(part) ? part : part.replace(/[^\n\t]+/gu, printable)))
    .join('');
}

/**
 * Returns lines for a build log in which no text of others is a command: `::command::` at the start of a line (GitHub
 * Actions), `##[command]`, `##vso[…]` and `##teamcity[…]` anywhere. Their first character becomes an escape.
 */
export function withoutBuildCommands(lines: string): string {
  return lines
    .replace(/^(\s*):(?=:)/gmu, String.raw`$1\u003a`)
    .replace(/#(?=#[\w-]*\[)/gu, String.raw`\u0023`);
}

/** Returns JSON text of the same value, in which the characters that a terminal would interpret are escaped too. */
export function printableJson(value: unknown): string {
  // A `#` of JSON is always inside a string, where the escape means the same.
  return withoutBuildCommands(JSON.stringify(value)).replace(active(), (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
