import { connectionOf, type Change, type Journal } from '../journal/journal.ts';
import { isFlip } from '../journal/observe.ts';
import type { Claimed } from './tell.ts';

/** One change of one gate in a notification. Plain data: each host words it. */
export type NewsItem = Pick<
  Change,
  | 'id'
  | 'connection'
  | 'project'
  | 'branch'
  | 'from'
  | 'to'
  | 'at'
  | 'source'
  | 'link'
  | 'cause'
  | 'analysedAt'
  | 'conditions'
> & { readonly projectName: string | undefined };

export type News =
  | { readonly kind: 'change'; readonly change: NewsItem }
  /** Changes that came together, or that the user may have missed, oldest first. */
  | { readonly kind: 'recap'; readonly changes: readonly NewsItem[] }
  /** The user has new issues at these gates, one or several. `link` of a change shows them. */
  | { readonly kind: 'newIssues'; readonly changes: readonly NewsItem[] };

/** Shows notifications to the user. */
export interface Teller {
  /** Whether a user could see a notification now. If not, this window claims no changes. */
  isReady(): Promise<boolean>;
  /**
   * Shows a notification. Resolves as soon as it is shown, not when the user dismisses it; with true only if it was
   * really shown.
   */
  tell(news: News): Promise<boolean>;
}

export function newsOf(journal: Journal, { as, changes }: Claimed): News {
  const items = changes.map((change) => itemOf(journal, change));
  // A claim holds changes of one category.
  if (!changes.every(isFlip)) return { kind: 'newIssues', changes: items };
  const [first] = items;
  return as === 'toast' && first ? { kind: 'change', change: first } : { kind: 'recap', changes: items };
}

export function itemOf(journal: Journal, change: Change): NewsItem {
  const { id, connection, project, branch, from, to, at, source, link, cause, analysedAt, conditions } =
    change;
  const projectName = connectionOf(journal, connection)?.projects.find(({ key }) => key === project)?.name;
  return {
    id,
    connection,
    project,
    projectName,
    branch,
    from,
    to,
    at,
    source,
    link,
    cause,
    analysedAt,
    conditions,
  };
}
