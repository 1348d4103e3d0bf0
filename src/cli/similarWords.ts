/** Returns the words that differ in case, or in one or two characters, at most a third of them; the closest first. */
export function similarWords(typed: string, words: readonly string[]): string[] {
  return words
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.min(2, word.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ word }) => word);
}

/** Returns the number of characters to insert, remove or replace so that one word becomes the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
