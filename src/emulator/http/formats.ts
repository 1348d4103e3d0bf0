/** Returns a time as `2026-11-21T02:47:49+0000`: the platform writes no milliseconds and no colon in the zone. */
export function formatDate(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}+0000`;
}

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})([+-]\d{2})(\d{2})$/u;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/u;

/** Returns the milliseconds since the epoch of a text in the form of `formatDate`, in any zone; else undefined. */
export function parseDateTime(text: string): number | undefined {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, local, hours, minutes] = match;
  return timeOf(`${String(local)}${String(hours)}:${String(minutes)}`);
}

/** Parses as `parseDateTime`; a date alone means its first moment (UTC). */
export function parseDateOrDateTime(text: string): number | undefined {
  return dateOnly.test(text) ? timeOf(`${text}T00:00:00Z`) : parseDateTime(text);
}

function timeOf(iso: string): number | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : time;
}

/** Encodes as Java's `URLEncoder` does (space is `+`), because links are compared byte by byte. */
export function urlEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

export interface LinkedBranch {
  readonly name: string;
  readonly kind: 'BRANCH' | 'PULL_REQUEST';
  /** 1 or 0, as SQLite stores it. */
  readonly isMain: number;
}

/** Returns `&branch=…`, `&pullRequest=…`, or an empty text for the main branch. */
export function branchQuery(branch: LinkedBranch): string {
  if (branch.isMain) return '';
  return `&${branch.kind === 'BRANCH' ? 'branch' : 'pullRequest'}=${urlEncode(branch.name)}`;
}

export function dashboardLink(serverUrl: string, projectKey: string, branch: LinkedBranch): string {
  return `${serverUrl}/dashboard?id=${urlEncode(projectKey)}${branchQuery(branch)}`;
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for HTML and double-quoted attributes: the characters that real servers escape in comments. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (character) => htmlEscapes[character] ?? character);

/** A value in an answer or payload. `null` and `undefined` members are left out, as the real server does. */
export type Json =
  string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

const jsonEscapes: Readonly<Record<string, string>> = {
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
    (character) => jsonEscapes[character] ?? character,
  );
}
