import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Page } from '../../core/api/client.ts';
import { countFitting } from './plainText.ts';
import { Problem } from './fixes.ts';

/** The parameters of every list: no page numbers, because the next page starts where the budget cut this one. */
export const pageInput = {
  pageSize: z.number().int().min(1).max(500).optional(),
  cursor: z.string().optional(),
};

export const pageOutput = { total: z.number(), nextCursor: z.string().optional() };

const position = z.strictObject({
  /** 1-based page of the platform, its size, and how many of its rows were already given. */
  page: z.number().int().min(1),
  size: z.number().int().min(1).max(500),
  skip: z.number().int().min(0),
  /** Digest of the other arguments: a cursor is valid only for the list that returned it. */
  of: z.string(),
});
type Position = z.output<typeof position>;

interface PageInput {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface Rows<R> {
  readonly rows: R[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** Reads the page that `input` requests, turns its items into rows and keeps as many rows as the budget allows. */
export async function readPage<T, R>(
  input: PageInput & Readonly<Record<string, unknown>>,
  defaultSize: number,
  fetch: (page: { page: number; pageSize: number }) => Promise<Page<T>>,
  row: (item: T) => R,
): Promise<Rows<R>> {
  const of = digestOf(input);
  const start = decodeCursor(input.cursor, of) ?? {
    page: 1,
    size: input.pageSize ?? defaultSize,
    skip: 0,
    of,
  };
  const { items, total } = await fetch({ page: start.page, pageSize: start.size });
  const rows = items.slice(start.skip).map(row);
  const shown = countFitting(rows);
  const next =
    shown < rows.length
      ? { ...start, skip: start.skip + shown }
      : { ...start, page: start.page + 1, skip: 0 };
  const more = next.page === start.page || start.page * start.size < Math.min(total, 10_000);
  return { rows: rows.slice(0, shown), total, ...(more && { nextCursor: encode(next) }) };
}

/** Returns one page, as `readPage`, of a list that the platform returns as a whole. */
export function readWhole<T, R>(
  input: PageInput & Readonly<Record<string, unknown>>,
  items: readonly T[],
  row: (item: T) => R,
): Promise<Rows<R>> {
  const slice = ({ page, pageSize }: { page: number; pageSize: number }): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });
  return readPage(input, 500, slice, row);
}

function digestOf({
  cursor: _cursor,
  pageSize: _pageSize,
  ...rest
}: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(given.sort(([a], [b]) => a.localeCompare(b)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

function encode(value: Position): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decodeCursor(cursor: string | undefined, of: string): Position | undefined {
  if (cursor === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // The schema refuses undefined below, and the answer says that the cursor is not valid.
    value = undefined;
  }
  const { data } = position.safeParse(value);
  if (data?.of !== of)
    throw new Problem(
      'The cursor does not belong to this list. Pass it unchanged, together with the other arguments of the call that returned it, or omit it to start again.',
    );
  return data;
}
