import { setTimeout as delay } from 'node:timers/promises';
import { systemCodeOf } from '../systemError.ts';

/** The errors of Windows for a rename over a file that another process has open. */
const openCodes = ['EPERM', 'EACCES', 'EBUSY'];

/**
 * Milliseconds, together about five seconds: a virus scanner or another window closes a file by then. The pauses are
 * short, because processes that read the file again and again leave only short gaps.
 */
const pauses = [5, 10, ...Array.from({ length: 250 }, () => 20)];

/**
 * Renames a file, again and again for some seconds on Windows, where this fails while any process has the target open.
 * The caller's work must be repeatable.
 *
 * @throws the error of the last attempt.
 */
export async function retryWhileOpen<T>(
  rename: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<T> {
  if (platform !== 'win32') return rename();
  for (const pause of pauses)
    try {
      return await rename();
    } catch (error) {
      if (!openCodes.includes(systemCodeOf(error))) throw error;
      await wait(pause);
    }
  return rename();
}
