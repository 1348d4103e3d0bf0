import type { ImportGraph } from '../../test/support/importGraph.ts';

/** How a folder is cut into files. */
export interface FileCounts {
  readonly files: number;
  /** Share of the files that at most one file of the graph imports, in per cent. */
  readonly singleImporter: number;
  /** The same share without the members of lists, such as tools, commands and features. */
  readonly singleImporterBesideLists: number;
  /** Median of the lines of all files but data. */
  readonly medianLines: number;
  /** Number of files with more than 400 lines, without data. */
  readonly over400: number;
}

/** A file that alone imports at least this many others is a list of them, in which each has its only importer. */
const leastMembers = 6;

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
  const single = filesWithOneImporter(folder, graph);
  const members = membersOfLists(single, graph);
  return {
    files: files.length,
    singleImporter: percent(single.length, files.length),
    singleImporterBesideLists: percent(single.length - members, files.length - members),
    medianLines: sorted[Math.floor(sorted.length / 2)] ?? 0,
    over400: code.filter((count) => count > 400).length,
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Counts the files with one importer that a list imports. */
function membersOfLists(single: readonly string[], graph: ImportGraph): number {
  const isSingle = new Set(single);
  const lists = [...graph.values()].map((imports) =>
    [...new Set(imports)].filter((file) => isSingle.has(file)),
  );
  return lists.reduce((sum, { length }) => sum + (length >= leastMembers ? length : 0), 0);
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
