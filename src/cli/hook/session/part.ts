/** One part of a session's context, with its source. */
export interface Part {
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
