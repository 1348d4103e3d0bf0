import type { FileChange } from '../../node/files/transaction/fileTransaction.ts';

/**
 * Returns a change of one file as a unified diff with three lines of context. The library is loaded here, because only a
 * dry run needs it.
 */
export async function diffOf({ path, before, after }: FileChange): Promise<string> {
  const { structuredPatch } = await import('diff');
  const { hunks } = structuredPatch(path, path, fileText(before), fileText(after), undefined, undefined, {
    context: 3,
  });
  return [
    `--- ${before === undefined ? '/dev/null' : onOneLine(path)}`,
    `+++ ${after === undefined ? '/dev/null' : onOneLine(path)}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ]),
  ].join('\n');
}

/** Returns one line about a change of a file that belongs to this program as a whole. */
export function summaryOf({ path, before, after }: FileChange): string {
  const name = onOneLine(path);
  if (after === undefined) return `delete ${name}`;
  return `${before === undefined ? 'create' : 'replace'} ${name} (${sizeText(after.length)})`;
}

/** Escapes control characters: a line break in a folder's name would look like another line of the diff. */
function onOneLine(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

function fileText(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
}
