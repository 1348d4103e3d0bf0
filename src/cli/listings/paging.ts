import type { Page } from '../../core/api/client.ts';
import { exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import type { Terminal } from '../terminal.ts';

export interface PagingOptions {
  readonly page?: string;
  readonly limit: string;
  readonly all?: true;
}

/** The largest page of the platform, and the number of items that it returns of one search. */
const largestPage = 500;
const reachable = 10_000;

/**
 * Prints one page of a list, or with `--all` every page as it comes, one line per item. Standard error gets the number of
 * the items that are left out.
 *
 * @param read Returns one page; pages count from 1.
 */
export async function printPages<T>(
  terminal: Terminal,
  { page: givenPage = '1', limit: givenLimit, all }: PagingOptions,
  read: (paging: { readonly page: number; readonly pageSize: number }) => Promise<Page<T>>,
  { record, text }: { readonly record: (item: T) => unknown; readonly text: (item: T) => string },
): Promise<ExitCode> {
  const first = wholeNumber('--page', givenPage, reachable);
  const pageSize = all ? largestPage : wholeNumber('--limit', givenLimit, largestPage);
  for (let page = first, shown = 0; ; page++) {
    const { items, total } = await terminal.during('Contacting the platform', read({ page, pageSize }));
    for (const item of items) terminal.answer(record(item), () => text(item));
    shown += items.length;
    const end = page * pageSize;
    const isLast = end >= total || items.length === 0;
    if (!all || isLast || end >= reachable) {
      const from = (first - 1) * pageSize;
      if (total === 0) terminal.say('Nothing found.');
      else if (shown < total)
        terminal.say(rangeText({ from, shown, total, isLast, all: all === true, page }));
      return exitCodes.fine;
    }
  }
}

function rangeText(range: {
  readonly from: number;
  readonly shown: number;
  readonly total: number;
  readonly isLast: boolean;
  readonly all: boolean;
  readonly page: number;
}): string {
  const { from, shown, total, isLast, all, page } = range;
  const what =
    shown === 0
      ? `No items on this page of ${total}.`
      : `Showing ${from + 1} to ${from + shown} of ${total}.`;
  if (all) return isLast ? what : `${what} The platform returns only the first ${reachable} of a search.`;
  return isLast ? what : `${what} Next: --page ${page + 1}, or --all.`;
}

function wholeNumber(option: string, text: string, largest: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > largest)
    throw invalidOptions(`${option} ${text} is not a number from 1 to ${largest}`);
  return value;
}
