import type { ImportGraph } from '../../test/support/importGraph.ts';

/** How a folder is cut into files. */
export interface FileCounts {
  readonly files: number;
  /** Share of the files that at most one file of the graph imports, in per cent. */
  readonly singleImporter: number;
  /** Median of the lines of all files but data. */
  readonly medianLines: number;
  /** Number of files with more than 400 lines, without data. */
  readonly over400: number;
}

const isData = (file: string): boolean => file.endsWith('.data.ts');

/** @param lines of each file */
export function countFiles(
  folder: string,
  graph: ImportGraph,
  lines: ReadonlyMap<string, number>,
): FileCounts {
  const files = filesIn(folder, graph);
  const code = files.filter((file) => !isData(file)).map((file) => lines.get(file) ?? 0);
  const sorted = code.sort((a, b) => a - b);
  return {
    files: files.length,
    singleImporter:
      files.length === 0 ? 0 : (100 * filesWithOneImporter(folder, graph).length) / files.length,
    medianLines: sorted[Math.floor(sorted.length / 2)] ?? 0,
    over400: code.filter((count) => count > 400).length,
  };
}

/** The files of a folder that at most one file of the graph imports. */
export function filesWithOneImporter(folder: string, graph: ImportGraph): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
  return filesIn(folder, graph).filter((file) => (importers.get(file)?.size ?? 0) <= 1);
}

function filesIn(folder: string, graph: ImportGraph): readonly string[] {
  return [...graph.keys()].filter((file) => file.startsWith(`${folder}/`));
}
