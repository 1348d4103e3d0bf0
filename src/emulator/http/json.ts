import type { Reply } from './server.ts';

/** A value that an answer or payload may hold. `null` and `undefined` members are left out, as the real writer does. */
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
 * Compact JSON whose strings are safe inside HTML. These are the bytes that the platform signs: a receiver that
 * parses and writes them again gets others. None of the escaped characters occurs in JSON outside strings.
 */
export function htmlSafeJson(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) => (item === null ? undefined : item)).replaceAll(
    /[<>&='\u2028\u2029]/gu,
    (character) => escapes[character] ?? character,
  );
}

/** An answer of the Web API. */
export function jsonReply(status: number, value: Json): Reply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: htmlSafeJson(value) };
}
