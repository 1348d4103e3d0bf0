import type { Database } from './database.ts';

export interface StoredFile {
  readonly branchId: string;
  readonly path: string;
  readonly language: string | null;
  readonly scope: 'MAIN' | 'TEST';
  readonly source: string;
  /** JSON: for each line the date of its commit, or of the first analysis that contained it. */
  readonly lineDates: string;
  /** JSON `Authorship` (analysis/report.ts), when the version control knows the file. */
  readonly scm: string | null;
  /** JSON `FileFacts` (analysis/report.ts), the measurements of the scanner. */
  readonly facts: string;
}

export const fileOf = (db: Database, branchId: string, path: string): StoredFile | undefined =>
  db.get('SELECT * FROM files WHERE branchId = ? AND path = ?', branchId, path);

export const filesOf = (db: Database, branchId: string): StoredFile[] =>
  db.all('SELECT * FROM files WHERE branchId = ? ORDER BY path', branchId);

/** Returns the files of a branch without their sources, which are large. */
export const filePathsOf = (
  db: Database,
  branchId: string,
): Pick<StoredFile, 'path' | 'language' | 'scope'>[] =>
  db.all('SELECT path, language, scope FROM files WHERE branchId = ? ORDER BY path', branchId);

export function replaceFiles(db: Database, branchId: string, files: readonly StoredFile[]): void {
  db.run('DELETE FROM files WHERE branchId = ?', branchId);
  for (const file of files) db.insert('files', { ...file });
}
