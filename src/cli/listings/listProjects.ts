import { searchProjects } from '../../core/api/components.ts';
import { printable } from '../../core/printable.ts';
import type { ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { openPlatform } from '../session.ts';
import { printPages, type PagingOptions } from './paging.ts';

/** Prints the projects that the user of the token may browse, by name. */
export async function listProjects(
  { session, terminal }: Context,
  { query, ...options }: PagingOptions & { readonly query?: string },
): Promise<ExitCode> {
  const { api, platform } = await openPlatform(session);
  const { organization } = platform;
  return printPages(
    terminal,
    options,
    (paging) => searchProjects(api, { ...(query !== undefined && { text: query }), organization, ...paging }),
    { record: ({ key, name }) => ({ key, name }), text: ({ key, name }) => printable(`${key}  ${name}`) },
  );
}
