const named: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/** Decodes the escapes of C, as in `$'…'`, in `echo -e`, and in string literals of most languages. */
export function decodeEscapes(text: string): string {
  return text.replaceAll(
    /\\(?:x([\dA-Fa-f]{1,2})|u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,4})|([\s\S]))/g,
    (
      _: string,
      hex?: string,
      braced?: string,
      short?: string,
      long?: string,
      octal?: string,
      other?: string,
    ): string => {
      const char = other ?? '';
      const digits = hex ?? braced ?? short ?? long;
      const code =
        digits !== undefined ? parseInt(digits, 16) : octal !== undefined ? parseInt(octal, 8) : undefined;
      if (code === undefined) return Object.hasOwn(named, char) ? (named[char] ?? '') : char;
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** Returns undefined for a text that is not Base64. */
export function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    // Not Base64, so that it stands for nothing.
    return undefined;
  }
}
