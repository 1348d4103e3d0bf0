import { hostname } from 'node:os';
import * as z from 'zod/mini';

/**
 * Identifies the process that wrote a file. Process ids are valid only on their own machine, and home folders may be
 * shared over a network, so the host is included.
 */
export const holderSchema = z.object({ pid: z.number(), host: z.string() });
export type Holder = z.output<typeof holderSchema>;

export const ownHolder: Holder = { pid: process.pid, host: hostname() };

/** Returns whether the holder's process certainly no longer exists; false for a process of another host. */
export function isGone({ pid, host }: Holder): boolean {
  if (host !== ownHolder.host) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // A process of another user cannot be signalled, but it is alive.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Converts a name to a file name that is valid and unique for it. */
export function fileNameOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}
