import { connectionOf, type Change, type Journal } from '../journal/journal.ts';
import { isFlip } from '../journal/observe.ts';
import type { Claimed } from './tell.ts';

/** One change of one gate, as told. Plain data: each host words it. */
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
  /** What came together or may have been missed, oldest first. */
  | { readonly kind: 'recap'; readonly changes: readonly NewsItem[] }
  /** The person has new issues at these gates, one or several. `link`: shows them. */
  | { readonly kind: 'newIssues'; readonly changes: readonly NewsItem[] };

/** Shows news to the person. */
export interface Teller {
  /** Whether a person could see it now. Nothing is claimed for a window that says no. */
  isReady(): Promise<boolean>;
  /** Resolves as soon as it is shown (not when it is dismissed). True: it was really shown. */
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
