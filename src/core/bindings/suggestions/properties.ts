/** Parses Java properties: `key=value`, `key: value` or `key value`, `#` and `!` comments, lines continued by `\`. */
export function parseProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const end = keyEnd(line);
    const value = line.slice(end).trimStart().replace(/^[=:]/, '').trim();
    properties.set(unescape(line.slice(0, end)), unescape(value));
  }
  return properties;
}

function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open = '';
  for (const raw of text.split(/\r\n|[\r\n]/)) {
    const line = raw.trimStart();
    if (open === '' && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    const slashes = /(?<!\\)\\*$/.exec(line)?.[0].length ?? 0;
    if (slashes % 2 === 1) open += line.slice(0, -1);
    else {
      lines.push(open + line);
      open = '';
    }
  }
  return open === '' ? lines : [...lines, open];
}

/** Returns the index of the first separator that is not escaped. */
function keyEnd(line: string): number {
  for (let n = 0; n < line.length; n++) {
    if (line[n] === '\\') n++;
    else if (/[\s=:]/.test(line.charAt(n))) return n;
  }
  return line.length;
}

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|(.))/gi,
    (_, code: string | undefined, plain: string | undefined) =>
      code === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
