import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { systemCodeOf } from '../../systemError.ts';

/**
 * Identifies the process that wrote a file. Process ids are valid only on their own machine, and home folders may be
 * shared over a network, so the host is included. Containers may share the home folder and the host name, so `space`
 * names the PID namespace on Linux; files of earlier versions lack it.
 */
export const holderSchema = z.object({ pid: z.number(), host: z.string(), space: z.optional(z.string()) });
export type LockHolder = z.output<typeof holderSchema>;

const space = pidNamespace();
export const ownHolder: LockHolder = {
  pid: process.pid,
  host: hostname(),
  ...(space !== undefined && { space }),
};

function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // This is not Linux, or a sandbox hides the namespaces.
    return undefined;
  }
}

export function sharesProcessIds(holder: LockHolder): boolean {
  return holder.host === ownHolder.host && (holder.space === undefined || holder.space === ownHolder.space);
}

/** Returns whether the holder's process certainly no longer exists; false for one of another host or container. */
export function hasProcessEnded(holder: LockHolder): boolean {
  if (!sharesProcessIds(holder)) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    // A process of another user cannot be signalled, but it is alive.
    return systemCodeOf(error) === 'ESRCH';
  }
}

/**
 * Creates a file with its complete content: readers never see a partial file, and of two processes that create the same
 * file one fails.
 *
 * @returns False if the file, or a folder of that name, exists.
 * @throws The error of the file system.
 */
export async function createWhole(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await linkOrWrite(draft, path, text);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The errors of file systems without hard links. EISDIR is what Node makes of the error of exFAT and FAT on Windows. */
const noHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']);

async function linkOrWrite(draft: string, path: string, text: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!noHardLinks.has(systemCodeOf(error))) throw error;
    // The file system has no hard links. A reader may see a partial file, and treats its holder as alive.
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  }
}

/** Converts a name to a file name that is valid and unique for it. */
export function fileNameOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}
