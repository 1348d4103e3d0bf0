import type { SourceFile } from '../report.ts';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const languages: Readonly<Record<string, 'js' | 'ts'>> = {
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'ts',
};
const skipped = new Set(['node_modules', 'bower_components', 'dist', 'build', 'out', 'coverage']);
/** Larger files are bundles or data, not source. */
const maxBytes = 1024 * 1024;
const testFile =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test_[^/]*\.py$|_test\.py$/u;

/** Returns undefined for files that the analyzers do not support. Declaration files contain no code. */
export const languageOf = (path: string): SourceFile['language'] | undefined =>
  /\.d\.[cm]?ts$/u.test(path) ? undefined : languages[path.slice(path.lastIndexOf('.') + 1)];

export const scopeOf = (path: string): SourceFile['scope'] => (testFile.test(path) ? 'TEST' : 'MAIN');

/** Languages that no analyzer supports, by the end of the file's name. */
const otherLanguages: Readonly<Record<string, string>> = {
  c: 'C',
  cpp: 'C++',
  cs: 'C#',
  go: 'Go',
  java: 'Java',
  kt: 'Kotlin',
  php: 'PHP',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  swift: 'Swift',
};

export type PythonFile = Omit<SourceFile, 'language'> & { readonly language: 'py' };

interface FolderSources {
  /** JavaScript and TypeScript. */
  readonly scripts: SourceFile[];
  readonly python: PythonFile[];
  /** Number of files by language, for languages that no analyzer supports. */
  readonly others: Map<string, number>;
}

/** Reads the source files below a folder, sorted by path. Links are not followed. */
export async function readSourceFiles(root: string): Promise<FolderSources> {
  const { scripts, python, others }: FolderSources = { scripts: [], python: [], others: new Map() };
  for (const path of await walk(root)) {
    const other = otherLanguages[path.slice(path.lastIndexOf('.') + 1)];
    if (other !== undefined) others.set(other, (others.get(other) ?? 0) + 1);
    const language = languageOf(path) ?? (path.endsWith('.py') ? 'py' : undefined);
    if (!language || (await stat(path)).size > maxBytes) continue;
    const name = relative(root, path).split(sep).join('/');
    const source = (await readFile(path, 'utf8')).replace(/^\uFEFF/u, '');
    const file = { path: name, scope: scopeOf(name), source };
    if (language === 'py') python.push({ ...file, language });
    else scripts.push({ ...file, language });
  }
  return { scripts, python, others };
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith('.'))
      found.push(...(await walk(path)));
  }
  return found;
}
