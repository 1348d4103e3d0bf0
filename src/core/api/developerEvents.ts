import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import { formatPlatformDate, parsePlatformDate } from './dates.ts';

const event = z.object({
  category: z.string(),
  message: z.string(),
  link: z.optional(z.string()),
  project: z.string(),
  date: z.optional(z.string()),
});

export interface DeveloperEvent {
  /** `QUALITY_GATE`, `NEW_ISSUES`, or one we have not heard of. */
  readonly category: string;
  /** For people; its wording differs between versions, so nothing is concluded from it. */
  readonly message: string;
  readonly link: string | undefined;
  readonly project: string;
  /** The branch named in the link; undefined for the main branch, and for pull requests. */
  readonly branch: string | undefined;
  /** The pull request named in the link. */
  readonly pullRequest: string | undefined;
  /** Whose issues the link shows. */
  readonly assignee: string | undefined;
  /** When the scan *started*, milliseconds since the epoch; undefined where there is no readable date. */
  readonly at: number | undefined;
}

export interface EventQuery {
  /** Unique: the platform answers a repeated one with an error. */
  readonly project: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Gate changes by analyses and new issues of the caller, since a date of each project (exclusive, to the second,
 * compared with the *start* of the scan: ask with a wide window). Of each branch only the latest gate event comes.
 */
export async function searchDeveloperEvents(
  api: Api,
  queries: readonly EventQuery[],
  options?: CallOptions,
): Promise<readonly DeveloperEvent[]> {
  const { items } = await api.list(
    'api/developers/search_events',
    {
      projects: queries.map(({ project }) => project).join(','),
      from: queries.map(({ since }) => formatPlatformDate(since)).join(','),
    },
    { key: 'events', item: event },
    options,
  );
  return items.map(({ category, message, link, project, date }) => ({
    category,
    message,
    link,
    project,
    ...namedIn(link),
    at: date === undefined ? undefined : parsePlatformDate(date),
  }));
}

function namedIn(link = ''): Pick<DeveloperEvent, 'branch' | 'pullRequest' | 'assignee'> {
  const query = URL.canParse(link) ? new URL(link).searchParams : new URLSearchParams();
  return {
    branch: query.get('branch') ?? undefined,
    pullRequest: query.get('pullRequest') ?? undefined,
    assignee: query.get('assignees') ?? undefined,
  };
}
