import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { formatPlatformDate, parsePlatformDate } from './dates.ts';

const event = z.object({
  category: z.string(),
  message: z.string(),
  link: z.optional(z.string()),
  project: z.string(),
  date: z.optional(z.string()),
});

export interface DeveloperEvent {
  /** `QUALITY_GATE`, `NEW_ISSUES`, or an unknown category. */
  readonly category: string;
  /** A text for users. It must not be parsed, because its wording differs between versions. */
  readonly message: string;
  readonly link: string | undefined;
  readonly project: string;
  /** The branch named in the link; undefined for the main branch, and for pull requests. */
  readonly branch: string | undefined;
  /** The pull request named in the link. */
  readonly pullRequest: string | undefined;
  /** The user whose issues the link shows. */
  readonly assignee: string | undefined;
  /** The *start* of the scan in milliseconds since the epoch; undefined for an event without a readable date. */
  readonly at: number | undefined;
}

export interface EventQuery {
  /** A project key, unique among the queries: the platform answers a repeated key with an error. */
  readonly project: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Returns the gate changes that analyses caused and the caller's new issues, since a date for each project. The
 * platform compares that date, exclusively and to the second, with the *start* of the scan: choose it early enough. The
 * platform returns only the latest gate event of each branch.
 */
export async function searchDeveloperEvents(
  api: Api,
  queries: readonly EventQuery[],
): Promise<readonly DeveloperEvent[]> {
  const { items } = await api.list(
    'api/developers/search_events',
    {
      projects: queries.map(({ project }) => project).join(','),
      from: queries.map(({ since }) => formatPlatformDate(since)).join(','),
    },
    { key: 'events', item: event },
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
