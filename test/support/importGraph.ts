import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Maps each file to the files that it imports, type imports and `import()` included. Paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of all TypeScript files below folders of `root`. */
export function importGraph(root: string, ...folders: readonly string[]): ImportGraph {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .sort();
  return new Map(files.map((file) => [file, importsOf(root, file)]));
}

function importsOf(root: string, file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(root, dirname(file), fileName))
    .filter((path) => existsSync(path))
    .map((path) => relative(root, path));
}

/**
 * Finds the files that import themselves, directly or through others (Tarjan's strongly connected components).
 * @returns the members of each circle, sorted
 */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const circles: string[][] = [];

  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    path.push(file);
    onPath.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (onPath.has(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const circle = path.splice(path.indexOf(file));
      for (const member of circle) onPath.delete(member);
      if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
