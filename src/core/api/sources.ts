import * as z from 'zod/mini';
import type { Api, BranchOrPullRequest } from './client.ts';

/** One file. Its `key` is `<project>:<path>`. */
export interface FileScope extends BranchOrPullRequest {
  readonly key: string;
}

/** A range of lines, 1-based, both ends included. */
interface LineRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Returns a file's text as last analyzed. Rejects with `notFound` or, if the account may not see code, `forbidden`. */
export function getRawSource(api: Api, scope: FileScope): Promise<string> {
  return api.getText('api/sources/raw', { ...scope });
}

const line = z.object({
  line: z.number(),
  lineHits: z.optional(z.number()),
  conditions: z.optional(z.number()),
  coveredConditions: z.optional(z.number()),
  duplicated: z.optional(z.boolean()),
  isNew: z.optional(z.boolean()),
});
/** `lineHits` is absent for lines that cannot be covered, `conditions` for lines without a branch. */
export type SourceLine = z.output<typeof line>;

export async function getSourceLines(
  api: Api,
  { from, to, ...scope }: FileScope & LineRange,
): Promise<readonly SourceLine[]> {
  const list = { key: 'sources', item: line };
  return (await api.list('api/sources/lines', { ...scope, from, to }, list)).items;
}

const scmLine = z.tuple([z.number(), z.string(), z.string(), z.string()]);

/**
 * Returns the author, date and revision of the last change of each line: one entry per line with `everyLine`, otherwise
 * one entry per run of lines with the same commit.
 */
export async function getScmLines(
  api: Api,
  { everyLine, from, to, ...scope }: FileScope & LineRange & { readonly everyLine?: boolean | undefined },
) {
  const parameters = { ...scope, commits_by_line: everyLine, from, to };
  const { items } = await api.list('api/sources/scm', parameters, { key: 'scm', item: scmLine });
  return items.map(([number, author, date, revision]) => ({ line: number, author, date, revision }));
}
