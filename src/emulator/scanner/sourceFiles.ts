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

/** Reads all JavaScript and TypeScript files below a folder, sorted by path. Links are not followed. */
export const readSourceFiles = (root: string): Promise<SourceFile[]> => readFiles(root, languageOf);

type PythonFile = Omit<SourceFile, 'language'> & { readonly language: 'py' };

/** Reads all Python files below a folder, sorted by path. Links are not followed. */
export const readPythonFiles = (root: string): Promise<PythonFile[]> =>
  readFiles(root, (path) => (path.endsWith('.py') ? 'py' : undefined));

async function readFiles<Language>(
  root: string,
  languageOfPath: (path: string) => Language | undefined,
): Promise<(Omit<SourceFile, 'language'> & { readonly language: Language })[]> {
  const files: (Omit<SourceFile, 'language'> & { readonly language: Language })[] = [];
  for (const path of await walk(root)) {
    const language = languageOfPath(path);
    if (!language) continue;
    const { size } = await stat(path);
    if (size > maxBytes) continue;
    const name = relative(root, path).split(sep).join('/');
    const source = (await readFile(path, 'utf8')).replace(/^\uFEFF/u, '');
    files.push({ path: name, language, scope: scopeOf(name), source });
  }
  return files;
}

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

/** Counts the files below a folder that are source of a language that no analyzer supports, by language. */
export async function countOtherSources(root: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const path of await walk(root)) {
    const language = otherLanguages[path.slice(path.lastIndexOf('.') + 1)];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
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
