import type { Database } from '../store/database.ts';
import { userByEmail } from '../store/users.ts';
import { commitOf } from './lines.ts';
import type { Report } from './report.ts';

/** The data of a new issue that its line's commit provides. */
interface Origin {
  readonly author?: string;
  /** Login of the user with the author's mail address. */
  readonly assignee?: string | null;
  readonly createdAt?: number;
}

export type FindOrigin = (found: { readonly path: string; readonly line: number | null }) => Origin;

/**
 * Returns a function that finds the author and the assignee of a new issue from the commit of its line. At a branch's
 * first analysis, the issue also gets the date of the commit, because it existed before the analysis.
 */
export function findOrigin(db: Database, report: Report, isFirst: boolean): FindOrigin {
  const files = new Map(report.files.map(({ path, authorship }) => [path, authorship]));
  return ({ path, line }) => {
    const commit = line === null ? undefined : commitOf(files.get(path), line);
    if (!commit) return {};
    return {
      author: commit.author,
      assignee: userByEmail(db, commit.author)?.login ?? null,
      ...(isFirst ? { createdAt: Math.min(commit.date, report.date) } : {}),
    };
  };
}
