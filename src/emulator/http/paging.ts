import { badRequest } from '../errors.ts';
import { offsetOf, type PageRequest } from '../store/database.ts';
import type { Json } from './json.ts';
import { pageNumber, pageSize } from './parameters.ts';

/** The two parameters of every paged endpoint. */
export const paging = { p: pageNumber, ps: pageSize() } as const;

const indexedResults = 10_000;

/** Checks the limit of the endpoints that the real server answers from its search index. */
export function checkIndexedPage({ p, ps }: PageRequest): void {
  if (p * ps > indexedResults)
    throw badRequest(`Can return only the first ${indexedResults} results. ${p * ps}th result asked.`);
}

/** Returns the items of a page; none for a page beyond the end. */
export function pageOf<T>(items: readonly T[], page: PageRequest): T[] {
  return items.slice(offsetOf(page), offsetOf(page) + page.ps);
}

/**
 * Returns the field `paging` of a list.
 *
 * @param total Number of items on all pages.
 */
export function pagingJson({ p, ps }: PageRequest, total: number): Json {
  return { pageIndex: p, pageSize: ps, total };
}
