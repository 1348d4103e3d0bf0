import { badRequest } from '../errors.ts';
import { offsetOf, type PageRequest } from '../store/database.ts';
import type { Json } from './json.ts';
import { pageNumber, pageSize } from './parameters.ts';

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
