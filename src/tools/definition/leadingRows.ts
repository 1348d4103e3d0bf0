import type { Page } from '../../core/api/client.ts';
import { type ComponentScope, type MeasuredComponent, searchFileMeasures } from '../../core/api/measures.ts';
import { type Rows, readPage } from './paging.ts';
import type { Call } from './tool.ts';

interface LeadingFiles<R> {
  readonly metrics: readonly string[];
  /** One of `metrics`; files without it are left out. */
  readonly sort: string;
  readonly ascending: boolean;
  /** Whether a file belongs to the leading part of the sorted list. */
  readonly isWanted: (file: MeasuredComponent) => boolean;
  readonly row: (file: MeasuredComponent) => R;
}

/** The arguments of a tool that lists files: those of `pageInput`, and a project with its branch or pull request. */
type FileListInput = Parameters<typeof readPage>[0] &
  Omit<ComponentScope, 'component'> & { readonly projectKey: string };

/** Returns one page of the files of a project, sorted by a metric, up to the first file that `isWanted` refuses. */
export function readLeadingFiles<R>(
  { api }: Call,
  input: FileListInput,
  { isWanted, row, ...query }: LeadingFiles<R>,
): Promise<Rows<R>> {
  const { projectKey: component, branch, pullRequest } = input;
  const scope = { component, branch, pullRequest };
  return readPage(
    input,
    100,
    (page) =>
      readLeadingRows(
        page,
        (request) => searchFileMeasures(api, { ...scope, ...query, ...request }),
        isWanted,
      ),
    row,
  );
}

/** `page` is 1-based, `pageSize` at most 500. */
type FetchPage<T> = (request: { page: number; pageSize: number }) => Promise<Page<T>>;

/** The largest page that every version accepts. */
const largestPage = 500;

/**
 * Reads one page of a sorted list of which only a leading part is wanted: all rows up to the first that `isWanted`
 * refuses.
 * @returns The wanted rows of the page and, as total, the exact size of the leading part.
 *
 * A real server reports only the length of the whole list, so the end of the leading part is searched where the page
 * does not show it.
 */
export async function readLeadingRows<T>(
  request: Parameters<FetchPage<T>>[0],
  fetch: FetchPage<T>,
  isWanted: (row: T) => boolean,
): Promise<Page<T>> {
  const before = (request.page - 1) * request.pageSize;
  const { items, total } = await fetch(request);
  const count = countLeading(items, isWanted);
  const wanted = items.slice(0, count);
  if (count > 0 && count < items.length) return { items: wanted, total: before + count };
  const [from, to] = count === 0 ? [0, Math.min(before, total)] : [before + count, total];
  return { items: wanted, total: await findEnd(fetch, isWanted, from, to) };
}

/** Returns how many rows are wanted, by bisection: the rows before `from` are wanted, those from `to` on are not. */
async function findEnd<T>(
  fetch: FetchPage<T>,
  isWanted: (row: T) => boolean,
  from: number,
  to: number,
): Promise<number> {
  if (from >= to) return from;
  const page = Math.floor((from + to) / 2 / largestPage);
  const start = page * largestPage;
  const { items } = await fetch({ page: page + 1, pageSize: largestPage });
  const count = countLeading(items, isWanted);
  if (count > 0 && count < items.length) return start + count;
  if (count === 0) return findEnd(fetch, isWanted, from, start);
  // The list has become shorter since the last request and ends here.
  if (start + count <= from) return from;
  return findEnd(fetch, isWanted, start + count, to);
}

function countLeading<T>(rows: readonly T[], isWanted: (row: T) => boolean): number {
  const end = rows.findIndex((row) => !isWanted(row));
  return end === -1 ? rows.length : end;
}
