import { readSync } from 'node:fs';

/**
 * Returns the bytes of an open file from its start, or undefined when it has more than a limit. The size that the system
 * names is not used: it is 0 for files of /proc, and some of them do not end.
 */
export function readAtMost(file: number, limit: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= limit) {
    // Some files of /proc refuse to read a part of a word, so that a chunk does not end at the limit.
    const chunk = Buffer.allocUnsafe(chunks.length === 0 ? 16 * 1024 : 256 * 1024);
    const count = readSync(file, chunk, 0, chunk.length, size);
    if (count === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return undefined;
}

/** Bytes of a file of a project that a hook reads for itself, such as a policy or an ignore list. */
export const maxOwnBytes = 1024 * 1024;
