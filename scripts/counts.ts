/**
 * `npm run counts`: how `src` is cut into files, for it and each of its rooms. Prints the number of files, the share of
 * them that at most one other file imports, the same without the members of lists, the median of their lines, and the
 * number of files with more than 400 lines. Data files are counted, their lines are not. `-- core/gate` prints
 * one room and the files with one importer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importGraph } from '../test/support/importGraph.ts';
import { countFiles, filesWithOneImporter } from './counts/countFiles.ts';

const root = join(import.meta.dirname, '..');
const graph = importGraph(root, 'src');
const lines = new Map(
  [...graph.keys()].map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1]),
);

const [wanted] = process.argv.slice(2);
const rooms = [...new Set([...graph.keys()].map((file) => file.split('/').slice(0, 2).join('/')))];
for (const room of wanted === undefined ? ['src', ...rooms] : [`src/${wanted}`]) {
  const { files, singleImporter, singleImporterBesideLists, medianLines, over400 } = countFiles(
    room,
    graph,
    lines,
  );
  if (files === 0) throw new Error(`There is no file below ${room}.`);
  console.log(
    `${room.padEnd(20)} ${String(files).padStart(4)} files, ${singleImporter.toFixed(1).padStart(5)} % with a single ` +
      `importer (${singleImporterBesideLists.toFixed(1)} % beside lists), median ${medianLines} lines, ${over400} over 400`,
  );
}
if (wanted !== undefined)
  for (const file of filesWithOneImporter(`src/${wanted}`, graph))
    console.log(`${String(lines.get(file)).padStart(4)}  ${file}`);
