/** The lines that a hook adds to an ignore list for patterns. */
export const listed = (...patterns: readonly string[]): string =>
  patterns.map((pattern) => `# service-cli found a secret in:\n${pattern}\n`).join('');
