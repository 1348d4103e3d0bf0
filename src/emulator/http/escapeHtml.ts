const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML and in attributes with double quotes; just the characters that real servers escape in comments. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (character) => escapes[character] ?? character);
