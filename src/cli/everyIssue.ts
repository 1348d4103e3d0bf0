import type { Page } from '../core/api/client.ts';
import { formatPlatformDate } from '../core/api/dates.ts';
import type { Issue, IssueQuery } from '../core/api/issues.ts';
import { largestPage, reachable } from './paging.ts';

type Part = Required<Pick<IssueQuery, 'page' | 'pageSize'>> &
  Pick<IssueQuery, 'createdAfter' | 'createdBefore'>;
export type IssueSearch = (part: Part) => Promise<Page<Issue>>;

interface Every {
  readonly total: number;
  /** Issues that the platform did not return. */
  readonly missing: number;
}

/** From `start` (inclusive) to `end` (exclusive), in milliseconds since the epoch; both are whole seconds. */
interface Period {
  readonly start: number;
  readonly end: number;
}

const secondMs = 1000;

/**
 * Reads every issue of a search, page by page. The platform returns only the first 10,000 of a search, so one with more
 * is split by the dates on which the issues were created, until each part is small enough.
 */
export async function everyIssue(
  search: IssueSearch,
  onPage: (issues: readonly Issue[]) => void,
): Promise<Every> {
  const readPages = async (
    dates: Pick<Part, 'createdAfter' | 'createdBefore'>,
    first: Page<Issue>,
  ): Promise<number> => {
    onPage(first.items);
    let read = first.items.length;
    const last = Math.min(first.total, reachable);
    for (let page = 2; (page - 1) * largestPage < last; page++) {
      const { items } = await search({ ...dates, page, pageSize: largestPage });
      onPage(items);
      read += items.length;
    }
    return read;
  };
  const readPeriod = async (period: Period): Promise<number> => {
    const dates = {
      createdAfter: formatPlatformDate(period.start),
      createdBefore: formatPlatformDate(period.end),
    };
    const first = await search({ ...dates, page: 1, pageSize: largestPage });
    const middle = Math.floor((period.start + period.end) / 2 / secondMs) * secondMs;
    if (first.total <= reachable || middle === period.start) return readPages(dates, first);
    return (
      (await readPeriod({ start: middle, end: period.end })) +
      (await readPeriod({ start: period.start, end: middle }))
    );
  };
  const first = await search({ page: 1, pageSize: largestPage });
  const { total } = first;
  if (total <= reachable) return { total, missing: total - (await readPages({}, first)) };
  const tomorrow = Math.ceil(Date.now() / secondMs) * secondMs + 24 * 3600 * secondMs;
  return { total, missing: total - (await readPeriod({ start: 0, end: tomorrow })) };
}
