import type { Database } from '../store/database.ts';
import { userByEmail } from '../store/users.ts';
import { commitOf } from './lines.ts';
import type { Report } from './report.ts';

/** What is known of something new from the line it stands in. */
interface Origin {
  readonly author?: string;
  /** Login of who signs commits as the author. */
  readonly assignee?: string | null;
  readonly createdAt?: number;
}

export type FindOrigin = (found: { readonly path: string; readonly line: number | null }) => Origin;

/**
 * Whose a new issue is, by who wrote its line. At a branch's first analysis it is as old as that line: nobody made it
 * just now.
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
