import { hostname } from 'node:os';
import * as z from 'zod/mini';

/** Which process wrote a file. Process ids mean something on their own machine only; homes on a network are shared. */
export const holderSchema = z.object({ pid: z.number(), host: z.string() });
export type Holder = z.output<typeof holderSchema>;

export const ownHolder: Holder = { pid: process.pid, host: hostname() };

/** Whether its process is gone for sure. */
export function isGone({ pid, host }: Holder): boolean {
  if (host !== ownHolder.host) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // Another user's process may not be signalled, and lives.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** A name as a file name of its own, whatever is in it. */
export function fileNameOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}
