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
import type { FileIdentity } from './places.ts';

/** A file of an agent, as it was when the audit began to read it. */
interface ReadFile {
  readonly path: string;
  readonly identity: FileIdentity;
  /** Whether no secret goes over several lines. */
  readonly isByLines: boolean;
}

/**
 * Replaces a file by what `scrub` returns for each of its lines, or for the whole file. An aborted `stop` leaves the old
 * one. Whenever the process ends, the path names the old file or the new one. Run it only while no other process does the same.
 *
 * @throws {UnsafePath} for a link, a file with several names, a file of another user, and one that changed since it was read.
 */
export async function scrubFile(
  home: string,
  { path, identity, isByLines }: ReadFile,
  scrub: (bytes: Buffer) => Buffer,
  stop?: AbortSignal,
): Promise<void> {
  const source = openInside(home, path, constants.O_RDONLY);
  // An agent finds no session under this name. A run that was killed may have left it.
  const fresh = `${path}.service-cli`;
  try {
    try {
      const stats = fstatSync(source, { bigint: true });
      requireFit(path, stats, identity);
      rmSync(fresh, { force: true });
      const target = openInside(
        home,
        fresh,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
        0o600,
      );
      try {
        for await (const part of partsOf(source, isByLines)) {
          stop?.throwIfAborted();
          writeFileSync(target, scrub(part));
        }
        fchmodSync(target, Number(stats.mode) & 0o777);
        // Agents sort their sessions by this time.
        futimesSync(target, Number(stats.atimeMs) / 1_000, Number(stats.mtimeMs) / 1_000);
        fsyncSync(target);
      } finally {
        closeSync(target);
      }
    } finally {
      // Windows replaces no file that is open.
      closeSync(source);
    }
    requireFit(path, lstatSync(path, { bigint: true }), identity);
    await retryWhileOpen(() => fs.rename(fresh, path));
    await syncFolders([dirname(path)], fs);
  } finally {
    rmSync(fresh, { force: true });
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

/** Returns the lines with their ends, or the whole file. */
async function* partsOf(source: number, isByLines: boolean): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream('', { fd: source, autoClose: false }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); isByLines && end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end + 1)]);
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  yield Buffer.concat(pieces);
}
