/** A value that is masked wherever it stands, and the rule that calls it a secret where it comes from. */
export interface KnownValue {
  readonly value: string;
  readonly rule: string;
}

/** The fewest characters of a value that is masked; a shorter one is a part of ordinary words and numbers. */
export const shortestMasked = 8;

/** The fewest characters of a value that is one word or one number. */
const shortestWord = 12;

/** Whether a value can be masked wherever it stands, and is no ordinary word ("password") or number (a date). */
export function isDistinctive(value: string): boolean {
  return value.length >= (/^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d+)$/.test(value) ? shortestWord : shortestMasked);
}

/** Returns the forms in which programs print a value: as it is, and in JSON, URLs, hexadecimal digits and base64. */
export function printedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const json = JSON.stringify(value).slice(1, -1);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  // Laravel writes so, and uses what follows.
  const bare = value.replace(/^base64:/, '');
  const forms = [
    value,
    bare,
    json,
    encodeURIComponent(bytes.toString()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map(forUrl),
  ];
  return [...new Set(forms)].filter((form) => form.length >= shortestMasked);
}

/**
 * Returns the characters that a value has in base64 when it begins at an offset in a group of three bytes, without
 * those that also depend on its neighbours.
 */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

const forUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');
