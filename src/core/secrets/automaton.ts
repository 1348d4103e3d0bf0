/**
 * Finds all keywords in one pass (Aho and Corasick, 1975): one table look-up per character, whatever the number of
 * keywords, so the cost is linear by construction. Letters are folded; what no keyword contains resets the search.
 */
export interface Automaton {
  /** Character code (below 128) → column of the table; 0 for whatever occurs in no keyword. */
  readonly columns: Uint8Array;
  /** Row offset + column → row offset of the next state. */
  readonly next: Uint32Array;
  /** Rows from this offset on end a keyword: one comparison tells the scan loop whether there is anything to do. */
  readonly firstHit: number;
  /** Number of columns, the distance of two rows. */
  readonly width: number;
  /** Per row from `firstHit` on: indices into the keyword list, longest keyword first. */
  readonly hits: readonly (readonly number[])[];
}

interface Node {
  readonly edges: Map<number, Node>;
  fail: Node | undefined;
  found: number[];
  row: number;
}

const node = (): Node => ({ edges: new Map(), fail: undefined, found: [], row: 0 });

/** @param keywords lower-case ASCII; may repeat. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const columns = new Uint8Array(128);
  const root = node();
  const width = insertAll(root, keywords, columns);
  const order = linkFailures(root);
  const quiet = order.filter((state) => state.found.length === 0);
  const loud = order.filter((state) => state.found.length > 0);
  [...quiet, ...loud].forEach((state, index) => (state.row = index * width));
  return {
    columns,
    next: fillTable(root, order, width),
    firstHit: quiet.length * width,
    width,
    hits: loud.map((state) => state.found),
  };
}

function insertAll(root: Node, keywords: readonly string[], columns: Uint8Array): number {
  let width = 1;
  keywords.forEach((keyword, index) => {
    let state = root;
    for (let i = 0; i < keyword.length; i++) {
      const code = keyword.charCodeAt(i);
      if (columns[code] === 0) {
        columns[code] = width;
        if (code >= 97 && code <= 122) columns[code - 32] = width;
        width++;
      }
      const column = columns[code] ?? 0;
      let child = state.edges.get(column);
      if (!child) state.edges.set(column, (child = node()));
      state = child;
    }
    state.found.push(index);
  });
  return width;
}

/** Breadth first, so that a state's failure link is known before its children need it. */
function linkFailures(root: Node): Node[] {
  const order = [root];
  for (const state of order)
    for (const [column, child] of state.edges) {
      let fail = state.fail;
      while (fail && !fail.edges.has(column)) fail = fail.fail;
      child.fail = fail?.edges.get(column) ?? root;
      child.found = [...child.found, ...child.fail.found];
      order.push(child);
    }
  return order;
}

function fillTable(root: Node, order: readonly Node[], width: number): Uint32Array {
  const next = new Uint32Array(order.length * width);
  for (const state of order) {
    // A missing edge goes where the failure link would go; that row is complete, being of a shallower state.
    if (state !== root && state.fail) next.copyWithin(state.row, state.fail.row, state.fail.row + width);
    for (const [column, child] of state.edges) next[state.row + column] = child.row;
  }
  return next;
}
