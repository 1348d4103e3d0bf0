import type { Dialect } from '../dialect.ts';
import { parseDateOrDateTime, type Json } from './formats.ts';
import { badRequest } from '../errors.ts';
import { offsetOf, type PageRequest } from '../store/database.ts';

/** Converts the trimmed text of a parameter (`undefined` = absent), or throws a 400 with the real server's message. */
export type Parameter<T> = (raw: string | undefined, name: string, dialect: Dialect) => T;

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type Values<P extends Parameters> = { readonly [K in keyof P]: ReturnType<P[K]> };

interface Lengths {
  readonly min?: number | ((dialect: Dialect) => number);
  readonly max?: number;
}

/** A text that may be absent. Lengths are in UTF-16 units, both included, and may depend on the version. */
export const optional =
  (lengths: Lengths = {}): Parameter<string | undefined> =>
  (raw, name, dialect) => {
    if (raw === undefined) return undefined;
    const min = typeof lengths.min === 'function' ? lengths.min(dialect) : (lengths.min ?? 0);
    const { max = Infinity } = lengths;
    if (raw.length > max)
      throw badRequest(`'${name}' length (${raw.length}) is longer than the maximum authorized (${max})`);
    if (raw.length < min)
      throw badRequest(`'${name}' length (${raw.length}) is shorter than the minimum authorized (${min})`);
    return raw;
  };

/** As `optional`, but an empty text is treated as absent. */
export const selector: Parameter<string | undefined> = (raw) => (raw === '' ? undefined : raw);

/** The branch or the pull request that an answer is about; without both, the main branch. */
export const branchSelection = { branch: selector, pullRequest: selector } as const;

/** Accepts only a text that is present and not empty. */
export const required = (lengths: Lengths = {}): Parameter<string> => {
  const check = optional(lengths);
  return (raw, name, dialect) => {
    if (!raw) throw badRequest(`The '${name}' parameter is missing`);
    check(raw, name, dialect);
    return raw;
  };
};

/** A comma-separated list; absent becomes `undefined`, an empty text an empty list. */
export const list: Parameter<readonly string[] | undefined> = (raw) =>
  raw
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** A comma-separated list that must be present, but may be empty. */
export const requiredList: Parameter<readonly string[]> = (raw, name, dialect) => {
  if (raw === undefined) throw badRequest(`The '${name}' parameter is missing`);
  return list(raw, name, dialect) ?? [];
};

type Choices<Word extends string> = readonly Word[] | ((dialect: Dialect) => readonly Word[]);

/** One of several words; absent and empty texts become `undefined`. */
export const choice =
  <const Word extends string>(choices: Choices<Word>): Parameter<Word | undefined> =>
  (raw, name, dialect) =>
    raw ? requireWord(raw, name, typeof choices === 'function' ? choices(dialect) : choices) : undefined;

/** One of several words. Absent and empty texts are refused. */
export const requiredChoice = <const Word extends string>(choices: Choices<Word>): Parameter<Word> => {
  const read = choice(choices);
  return (raw, name, dialect) => {
    const value = read(raw, name, dialect);
    if (value === undefined) throw badRequest(`The '${name}' parameter is missing`);
    return value;
  };
};

export const choices =
  <const Word extends string>(words: readonly Word[]): Parameter<readonly Word[] | undefined> =>
  (raw, name, dialect) =>
    list(raw, name, dialect)?.map((value) => requireWord(value, name, words));

/** A parameter that only some versions know; the others ignore it. */
export const ifSupported =
  <T>(isKnown: (dialect: Dialect) => boolean, parameter: Parameter<T>): Parameter<T | undefined> =>
  (raw, name, dialect) =>
    isKnown(dialect) ? parameter(raw, name, dialect) : undefined;

function requireWord<Word extends string>(value: string, name: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === value);
  if (word === undefined)
    throw badRequest(`Value of parameter '${name}' (${value}) must be one of: [${words.join(', ')}]`);
  return word;
}

/** A boolean; absent and empty texts become `undefined`. The real servers also accept `yes` and `no`. */
export const flag: Parameter<boolean | undefined> = (raw, name) => {
  if (!raw) return undefined;
  const word = requireWord(raw, name, ['true', 'false', 'yes', 'no']);
  return word === 'true' || word === 'yes';
};

/** A point in time in milliseconds. */
export const date: Parameter<number | undefined> = (raw) => {
  if (!raw) return undefined;
  const time = parseDateOrDateTime(raw);
  if (time === undefined) throw badRequest(`Date '${raw}' cannot be parsed as either a date or date+time`);
  return time;
};

/** The number of a page, from 1. */
export const pageNumber: Parameter<number> = (raw, name) => {
  if (!raw) return 1;
  if (!/^[1-9]\d*$/u.test(raw))
    throw badRequest(`The '${name}' parameter cannot be parsed as an integer value: ${raw}`);
  return Number(raw);
};

/** The number of items of a page, by default 100 of at most 500. */
export const pageSize =
  ({ initial = 100, max = 500 }: { initial?: number; max?: number } = {}): Parameter<number> =>
  (raw, name) => {
    if (!raw) return initial;
    if (!/^\d+$/u.test(raw)) throw badRequest(`'${name}' value '${raw}' cannot be parsed as an integer`);
    if (Number(raw) > max) throw badRequest(`'${name}' value (${Number(raw)}) must be less than ${max}`);
    return Number(raw);
  };

export const paging = { p: pageNumber, ps: pageSize() } as const;

const indexedResults = 10_000;

/** Checks the limit of the endpoints that the real server answers from its search index. */
export function checkIndexedPage({ p, ps }: PageRequest): void {
  if (p * ps > indexedResults)
    throw badRequest(`Can return only the first ${indexedResults} results. ${p * ps}th result asked.`);
}

export function pageOf<T>(items: readonly T[], page: PageRequest): T[] {
  return items.slice(offsetOf(page), offsetOf(page) + page.ps);
}

export function pagingJson({ p, ps }: PageRequest, total: number): Json {
  return { pageIndex: p, pageSize: ps, total };
}
