/** A bare name ends at a blank that no backslash escapes, and at a quote. */
const name = String.raw`(?:"([^"\n]+)"|'([^'\n]+)'|((?:\\.|[^\s"'${'`'}\\])+))`;

/** `@` and a name, `#file:` and a name (Copilot), `#[[file:name]]` (Kiro). An `@` inside a word is an address. */
const mention = new RegExp(String.raw`(?:(?<![\w.+-])@|\B#\w+:)${name}|#\[\[\w+:([^\]\n]+)`, 'g');

/** A mention inside of a text without blanks. */
const innerStart = /(?<![\w.+-])@|\B#\w+:/g;

/** Ends of one name that are tried. A name has few characters other than letters. */
const maxEnds = 8;

/**
 * Returns the names that an agent may read from the mentions in a text. Agents do not say where a name ends: before a range
 * of lines, a quote, an ellipsis or a character without width. So a name may end before each character that is neither a
 * letter nor a digit, and where letters of another script follow. A file of that name has to exist to count.
 */
export function mentionedNames(text: string): string[] {
  // Most texts mention nothing, and the first use of a pattern compiles it.
  if (!text.includes('@') && !text.includes('#')) return [];
  const names = new Set<string>();
  for (const match of text.matchAll(mention)) {
    const [, double, single, bare, boxed] = match;
    const found = double ?? single ?? bare ?? boxed ?? '';
    names.add(found);
    addShorter(found, names);
  }
  const all = [...names].flatMap((found) => [found, trimmed(found)]);
  return [...new Set(all.flatMap((found) => [found, found.replaceAll(/\\(.)/g, '$1')]))].filter(Boolean);
}

/** Adds the beginnings of a name, and those of each mention in it. */
function addShorter(text: string, names: Set<string>): void {
  // The character before which, or the letters of another script before which a name may end. Parsed on first
  // use: the classes of letters take a hundredth of a bare start of Node.
  const end = /[^\p{L}\p{N}._\-/\\~+]|(?<=[\0-\x7f])[^\0-\x7f]/gu;
  const ends = [...text.matchAll(end)].map(({ index }) => index);
  ends.push(text.length);
  const inner = [...text.matchAll(innerStart)].map((match) => match.index + match[0].length);
  let first = 0;
  for (const start of [0, ...inner]) {
    while ((ends[first] ?? text.length) < start) first++;
    for (const place of ends.slice(first, first + maxEnds)) names.add(text.slice(start, place));
  }
}

/** Returns a name without blanks around it, and without signs after its last letter or digit. */
function trimmed(name: string): string {
  let length = name.length;
  while (length > 0 && !/[\p{L}\p{N}]/u.test(name.charAt(length - 1))) length--;
  return name.slice(0, length).trimStart();
}
