import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../../scripts/filesBelow.ts';

/** Maps each file to the files that it imports, type imports and `import()` included. Paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of all TypeScript files below folders of `root`. */
export function importGraph(root: string, ...folders: readonly string[]): ImportGraph {
  return new Map(filesBelow(root, '.ts', ...folders).map((file) => [file, importsOf(root, file)]));
}

function importsOf(root: string, file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(root, dirname(file), fileName))
    .filter((path) => existsSync(path))
    .map((path) => relative(root, path));
}

/** Returns the files that import themselves, directly or through others, and those between two such circles. */
export function filesInCircles(graph: ImportGraph): readonly string[] {
  let left = graph;
  for (let size = Infinity; left.size < size;) {
    size = left.size;
    const imported = new Set([...left.values()].flat());
    const before = left;
    left = new Map(
      [...left].filter(([file, imports]) => imported.has(file) && imports.some((other) => before.has(other))),
    );
  }
  return [...left.keys()];
}
