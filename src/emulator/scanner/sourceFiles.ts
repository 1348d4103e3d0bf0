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
const testFile = /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/u;

/** Returns undefined for files that the analyzers do not support. Declaration files contain no code. */
export const languageOf = (path: string): SourceFile['language'] | undefined =>
  /\.d\.[cm]?ts$/u.test(path) ? undefined : languages[path.slice(path.lastIndexOf('.') + 1)];

export const scopeOf = (path: string): SourceFile['scope'] => (testFile.test(path) ? 'TEST' : 'MAIN');

/** Reads all JavaScript and TypeScript files below a folder, sorted by path. Links are not followed. */
export async function readSourceFiles(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of await walk(root)) {
    const language = languageOf(path);
    if (!language) continue;
    const { size } = await stat(path);
    if (size > maxBytes) continue;
    const name = relative(root, path).split(sep).join('/');
    const source = (await readFile(path, 'utf8')).replace(/^\uFEFF/u, '');
    files.push({ path: name, language, scope: scopeOf(name), source });
  }
  return files;
}

/** Languages that the analyzers do not support, by the end of the file's name. */
const otherLanguages: Readonly<Record<string, string>> = {
  c: 'C',
  cpp: 'C++',
  cs: 'C#',
  go: 'Go',
  java: 'Java',
  kt: 'Kotlin',
  php: 'PHP',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  swift: 'Swift',
};

/** Counts the files below a folder that are source of a language that the analyzers do not support, by language. */
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
