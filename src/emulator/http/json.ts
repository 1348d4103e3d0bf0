/** A value in an answer or payload. `null` and `undefined` members are left out, as the real server does. */
export type Json =
  string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '=': '\\u003d',
  "'": '\\u0027',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * Returns compact JSON whose strings are safe inside HTML. The platform signs these bytes: a receiver that parses and
 * serializes them again gets different bytes. None of the escaped characters occurs in JSON outside strings.
 */
export function htmlSafeJson(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) => (item === null ? undefined : item)).replaceAll(
    /[<>&='\u2028\u2029]/gu,
    (character) => escapes[character] ?? character,
  );
}
