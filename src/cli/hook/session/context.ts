import { findHiddenText } from '../../../core/hiddenText.ts';
import { printable } from '../../../core/printable.ts';
import { scan } from '../../../secrets/scan.ts';

export interface ContextPart {
  readonly title: string;
  /** A file, a command or an address, so that the agent can look up more. */
  readonly source: string;
  readonly text: string;
}

/** Shortens a text at the end of a line and adds a note that it was shortened. */
export function limited(text: string, maxChars: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxChars) return trimmed;
  const cut = trimmed.slice(0, maxChars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1))}\n… (shortened)`;
}

/**
 * Joins the parts that arrived in time and contain neither a secret nor characters that only an agent reads. Returns
 * undefined when no part is left.
 */
export function contextOf(project: string, parts: readonly (ContextPart | undefined)[]): string | undefined {
  // The context reaches the model without passing another hook, so it is scanned here.
  const clean = parts.filter((part) => part !== undefined && isClean(part.text));
  if (clean.length === 0) return undefined;
  const sections = clean.map((part) =>
    part ? `## ${part.title}\n(source: ${part.source})\n\n${part.text}` : '',
  );
  // A file of the repository names the key, so it is checked as the parts are.
  const name =
    project.length <= longestKey && isClean(project)
      ? ` (${printable(project)} on the code-quality platform)`
      : '';
  return [`# About this project${name}`, ...sections].join('\n\n');
}

/** The longest key of a project that the platforms allow. */
const longestKey = 400;

export function isClean(text: string): boolean {
  return scan(text).findings.length === 0 && findHiddenText(text).length === 0;
}
