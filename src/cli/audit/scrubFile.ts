import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  fchmodSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { isOwn, openInside, UnsafePath } from '../../node/files/realPath.ts';
import { retryWhileOpen } from '../../node/files/retryWhileOpen.ts';
import { syncFolders } from '../../node/files/transaction/fileSteps.ts';
import type { FileIdentity, StoredFile } from './places.ts';
import { longestDocument } from './records.ts';
import type { Scrubber } from './scrubText.ts';

/** A file of an agent, as it was when the audit began to read it. */
type ReadFile = Pick<StoredFile, 'path' | 'identity'>;

/**
 * Replaces a file by what `scrub` returns for its lines or pieces. An aborted `stop` leaves the old one. Whenever the process
 * ends, the path names the old file or the new one. Run it only while no other process does the same.
 *
 * @throws {UnsafePath} for a link, a file with several names, a file of another user, and one that changed since it was read.
 */
export async function scrubFile(
  home: string,
  file: ReadFile,
  scrubber: Scrubber,
  stop?: AbortSignal,
): Promise<void> {
  const { path, identity } = file;
  // An agent finds no session under this name. A run that was killed may have left it.
  const fresh = `${path}.service-cli`;
  try {
    await writeScrubbed(home, fresh, file, scrubber, stop);
    requireFit(path, lstatSync(path, { bigint: true }), identity);
    await retryWhileOpen(() => fs.rename(fresh, path));
    await syncFolders([dirname(path)], fs);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Both files are closed at its end, because Windows replaces no file that is open. */
async function writeScrubbed(
  home: string,
  fresh: string,
  { path, identity }: ReadFile,
  { scrub, endOfPiece }: Scrubber,
  stop?: AbortSignal,
): Promise<void> {
  const open: number[] = [];
  try {
    const source = openInside(home, path, constants.O_RDONLY);
    open.push(source);
    const stats = fstatSync(source, { bigint: true });
    requireFit(path, stats, identity);
    rmSync(fresh, { force: true });
    const target = openInside(home, fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    open.push(target);
    const isByLines = path.endsWith('.jsonl');
    for await (const part of isByLines ? linesOf(source) : piecesOf(source, endOfPiece)) {
      stop?.throwIfAborted();
      writeFileSync(target, scrub(part));
    }
    fchmodSync(target, Number(stats.mode) & 0o777);
    // Agents sort their sessions by this time.
    futimesSync(target, Number(stats.atimeMs) / 1_000, Number(stats.mtimeMs) / 1_000);
    fsyncSync(target);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

function requireFit(path: string, stats: BigIntStats, identity: FileIdentity): void {
  requireSame(path, stats, identity);
  requireOwn(path, stats);
}

/** @throws {UnsafePath} when a file is not the one that was read; undefined is an absent file. */
export function requireSame(
  path: string,
  now: FileIdentity | undefined,
  read: FileIdentity | undefined,
): void {
  const fields = ['dev', 'ino', 'size', 'mtimeNs'] as const;
  if (fields.some((field) => now?.[field] !== read?.[field]))
    throw new UnsafePath(`${path} changed since it was read`);
}

/** @throws {UnsafePath} for a file of another user, and one with several names. */
export function requireOwn(path: string, { uid, nlink }: BigIntStats): void {
  if (!isOwn(uid)) throw new UnsafePath(`${path} belongs to another user`);
  if (nlink !== 1n) throw new UnsafePath(`${path} has several names (hard links)`);
}

const chunksOf = (source: number) =>
  createReadStream('', { fd: source, autoClose: false }) as AsyncIterable<Buffer>;

/** Yields the lines with their ends. */
async function* linesOf(source: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of chunksOf(source)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end + 1)]);
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  yield Buffer.concat(pieces);
}

/** More than most files have, and more than a JSON document that the audit parses. */
const pieceBytes = 3 * longestDocument;

/** Yields pieces in which no secret is cut, of more than `pieceBytes` only where a line is longer. */
async function* piecesOf(source: number, endOfPiece: Scrubber['endOfPiece']): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = pieceBytes;
  for await (const chunk of chunksOf(source)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < wanted) continue;
    const bytes = Buffer.concat(chunks);
    const end = endOfPiece(bytes);
    if (end > 0) yield bytes.subarray(0, end);
    chunks = [bytes.subarray(end)];
    length -= end;
    wanted = Math.max(pieceBytes, 2 * length);
  }
  yield Buffer.concat(chunks);
}
