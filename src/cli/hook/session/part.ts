/** One piece of what a session is told, with where it comes from. */
export interface Part {
  readonly title: string;
  /** A file, a command or an address, so that the agent can look further. */
  readonly source: string;
  readonly text: string;
}

/** Cuts at a line, and says so. */
export function limited(text: string, maxChars: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxChars) return trimmed;
  const cut = trimmed.slice(0, maxChars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1))}\n… (shortened)`;
}
