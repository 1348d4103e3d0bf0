import type { FileChange } from '../../node/fileTransaction.ts';

const context = 3;

/** A change of one file as a unified diff. Our edits are local, so one hunk from the first to the last changed line will do. */
export function diffOf({ path, before, after }: FileChange): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end))
    end++;
  const from = Math.max(0, start - context);
  const tail = Math.max(0, end - context);
  const oldPart = old.slice(from, old.length - tail);
  const freshPart = fresh.slice(from, fresh.length - tail);
  const lead = old.slice(from, start).map((line) => ` ${line}`);
  const removed = old.slice(start, old.length - end).map((line) => `-${line}`);
  const added = fresh.slice(start, fresh.length - end).map((line) => `+${line}`);
  const rest = old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`);
  return [
    `--- ${before === undefined ? '/dev/null' : path}`,
    `+++ ${after === undefined ? '/dev/null' : path}`,
    `@@ -${rangeOf(from, oldPart.length)} +${rangeOf(from, freshPart.length)} @@`,
    ...lead,
    ...removed,
    ...added,
    ...rest,
  ].join('\n');
}

function rangeOf(from: number, length: number): string {
  return `${length === 0 ? from : from + 1},${length}`;
}

function linesOf(bytes: Uint8Array | undefined): string[] {
  if (bytes === undefined || bytes.length === 0) return [];
  const text = Buffer.from(bytes).toString('utf8');
  // Bundles are one long line; nobody reads them in a diff.
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line.length > 500 ? `${line.slice(0, 80)}… (${line.length} characters)` : line));
}
