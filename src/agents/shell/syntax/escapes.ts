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

/** The digits of an octal number: three, and three more behind a zero in `echo -e` and `%b`. */
const octalDigits = { c: /^[0-7]{1,3}/, echo: /^(?:0[0-7]{0,3}|[1-7][0-7]{0,2})/ };

/**
 * Decodes the escapes of C, as in `$'…'`, in `echo -e`, and in string literals of most languages.
 *
 * @param style Whose octal numbers the text has.
 */
export function decodeEscapes(text: string, style: 'c' | 'echo' = 'c'): string {
  return text.replaceAll(
    /\\(?:x([\dA-Fa-f]{1,2})|[xu]\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,4})|([\s\S]))/g,
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
      if (octal !== undefined) {
        const [number = ''] = octalDigits[style].exec(octal) ?? [];
        // A character is one byte.
        return String.fromCharCode(parseInt(number, 8) & 0xff) + octal.slice(number.length);
      }
      const digits = hex ?? braced ?? short ?? long;
      const code = digits === undefined ? undefined : parseInt(digits, 16);
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

/** Returns undefined for a text that is not a list of bytes, of two hexadecimal digits each. */
export function decodeHex(text: string): string | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return text.replaceAll(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
}
