import { type Command, Option } from 'commander';
import { grouped } from '../core/counted.ts';
import type { Page } from '../core/api/client.ts';
import { type ExitCode, exitCodes, invalidOptions } from './exitCodes.ts';
import type { Terminal } from './terminal.ts';

export function withPaging(command: Command): Command {
  return command
    .option('--page <number>', 'page to print, from 1')
    .option('--limit <number>', 'items per page, at most 500', '100')
    .addOption(new Option('--all', 'print all pages').conflicts(['page']))
    .option('--json', 'print one JSON line per item');
}

export interface PagingOptions {
  readonly page?: string;
  readonly limit: string;
  readonly all?: true;
}

/** The largest page of the platform, and the number of items that it returns of one search. */
export const largestPage = 500;
export const reachable = 10_000;

/**
 * Prints one page, or with `--all` every page as it comes. Standard error gets the number of the items left out.
 *
 * @param read Returns one page; pages count from 1.
 * @param onNothing Runs before the message that nothing was found; rejects when there is another reason.
 */
export async function printPages<T>(
  terminal: Terminal,
  { page: givenPage = '1', limit: givenLimit, all }: PagingOptions,
  read: (paging: { readonly page: number; readonly pageSize: number }) => Promise<Page<T>>,
  print: (items: readonly T[]) => void,
  onNothing?: () => Promise<void>,
): Promise<ExitCode> {
  const first = wholeNumber('--page', givenPage, reachable);
  const pageSize = all ? largestPage : wholeNumber('--limit', givenLimit, largestPage);
  for (let page = first, shown = 0; ; page++) {
    const { items, total } = await terminal.during('Contacting the platform', read({ page, pageSize }));
    print(items);
    shown += items.length;
    const end = page * pageSize;
    const isLast = end >= total || items.length === 0;
    if (!all || isLast || end >= reachable) {
      if (total === 0) {
        await onNothing?.();
        terminal.say('Nothing found.');
      } else if (shown < total) {
        const rest = all
          ? `The platform returns only the first ${grouped(reachable)} of a search.`
          : `Next: --page ${page + 1}, or --all.`;
        terminal.say([rangeText((first - 1) * pageSize, shown, total), isLast ? '' : ` ${rest}`].join(''));
      }
      return exitCodes.fine;
    }
  }
}

function rangeText(from: number, shown: number, total: number): string {
  return shown === 0
    ? `No items on this page of ${grouped(total)}.`
    : `Showing ${grouped(from + 1)} to ${grouped(from + shown)} of ${grouped(total)}.`;
}

function wholeNumber(option: string, text: string, largest: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > largest)
    throw invalidOptions(`${option} ${text} is not a number from 1 to ${largest}`);
  return value;
}
