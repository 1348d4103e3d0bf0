import * as z from 'zod/mini';
import { parseColumn, type Database } from '../database.ts';

/** Tuples of integers. A gate is computed from one for each line of code, and zod's tuples take ten times as long. */
const tuplesOf = <Tuple extends number[]>(length: Tuple['length']) =>
  z.custom<Tuple[]>((value) => Array.isArray(value) && value.every((item) => isTuple(item, length)));

const isTuple = (value: unknown, length: number): boolean =>
  Array.isArray(value) && value.length === length && value.every(Number.isSafeInteger);

const lineRange = { first: z.int(), last: z.int() };

/** A block of lines that occurs elsewhere too. */
const duplication = z.object({
  ...lineRange,
  copies: z.array(z.object({ path: z.string(), ...lineRange })),
});

export const fileFacts = z.object({
  ncloc: z.int(),
  comment_lines: z.int(),
  functions: z.int(),
  classes: z.int(),
  statements: z.int(),
  complexity: z.int(),
  cognitive_complexity: z.int(),
  /** `[line, hits]` of every line that can be covered; absent when coverage is unknown. */
  lineHits: z.optional(tuplesOf<[number, number]>(2)),
  /** `[line, conditions, covered conditions]`. */
  conditions: z.optional(tuplesOf<[number, number, number]>(3)),
  duplications: z.optional(z.array(duplication)),
});

/** Authors of the lines of a file, from the version control. */
export const authorship = z.object({
  /** Dates in milliseconds; `author` is a mail address. */
  commits: z.array(z.object({ revision: z.string(), author: z.string(), date: z.int() })),
  /** The commit of each line, as an index into `commits`. */
  lines: z.array(z.int()),
});

export type FileFacts = z.infer<typeof fileFacts>;
export type Duplication = z.infer<typeof duplication>;
export type Authorship = z.infer<typeof authorship>;

const fileRow = z.object({
  branchId: z.string(),
  path: z.string(),
  language: z.nullable(z.string()),
  scope: z.enum(['MAIN', 'TEST']),
  source: z.string(),
  /** JSON: for each line the date of its commit, or of the first analysis that contained it. */
  lineDates: z.string(),
  /** JSON `Authorship`, when the version control knows the file. */
  scm: z.nullable(z.string()),
  /** JSON `FileFacts`, the measurements of the scanner. */
  facts: z.string(),
});
export type StoredFile = Readonly<z.infer<typeof fileRow>>;

const lineDates = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isFinite),
);

/** Returns the date of each line in milliseconds, as `parseColumn`. */
export const lineDatesOf = (file: Pick<StoredFile, 'lineDates'>): readonly number[] =>
  parseColumn(lineDates, file.lineDates, 'files.lineDates');

export const factsOf = (file: Pick<StoredFile, 'facts'>): FileFacts =>
  parseColumn(fileFacts, file.facts, 'files.facts');

/** Returns the authors of the lines; undefined when the version control does not know the file. As `parseColumn`. */
export const authorshipOf = ({ scm }: Pick<StoredFile, 'scm'>): Authorship | undefined =>
  scm === null ? undefined : parseColumn(authorship, scm, 'files.scm');

/** Returns the commit of a line (from 1), or undefined when the version control does not know it. */
export const commitOf = (
  authorship: Authorship | undefined,
  line: number,
): Authorship['commits'][number] | undefined => authorship?.commits[authorship.lines[line - 1] ?? -1];

export const fileOf = (db: Database, branchId: string, path: string): StoredFile | undefined =>
  db.get(fileRow, 'SELECT * FROM files WHERE branchId = ? AND path = ?', branchId, path);

export const filesOf = (db: Database, branchId: string): StoredFile[] =>
  db.all(fileRow, 'SELECT * FROM files WHERE branchId = ? ORDER BY path', branchId);

const measuredRow = z.pick(fileRow, { path: true, scope: true, lineDates: true, facts: true });

export const measuredFilesOf = (db: Database, branchId: string): z.infer<typeof measuredRow>[] =>
  db.all(measuredRow, 'SELECT path, scope, lineDates, facts FROM files WHERE branchId = ?', branchId);

const filePathRow = z.pick(fileRow, { path: true });

/** Returns the paths of the files of a branch. */
export const filePathsOf = (db: Database, branchId: string): string[] =>
  db
    .all(filePathRow, 'SELECT path FROM files WHERE branchId = ? ORDER BY path', branchId)
    .map(({ path }) => path);

/** Replaces all files of a branch. The caller runs it in a transaction with the rest of the analysis. */
export function replaceFiles(db: Database, branchId: string, files: readonly StoredFile[]): void {
  db.run('DELETE FROM files WHERE branchId = ?', branchId);
  for (const file of files) db.insert('files', { ...file });
}

export const isFileOrFolder = (db: Database, branchId: string, path: string): boolean =>
  db.has(
    `SELECT 1 FROM files WHERE branchId = ? AND (path = ? OR path GLOB ?) LIMIT 1`,
    branchId,
    path,
    `${path.replaceAll(/[*?[]/gu, '[$&]')}/*`,
  );
