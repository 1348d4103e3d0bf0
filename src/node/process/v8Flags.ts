import { setFlagsFromString } from 'node:v8';

/** A flag of V8 with the value for a piece of work, and its default. */
export type V8Flag = readonly [name: string, value: number, usual: number];

/**
 * Sets flags for a piece of work, and the defaults afterwards: code that is kept for the next start is only used with the
 * flags with which it was stored. V8 prints an error for a flag that it does not know.
 */
export async function withV8Flags<T>(flags: readonly V8Flag[], work: () => Promise<T>): Promise<T> {
  for (const [name, value] of flags) setFlagsFromString(`--${name}=${value}`);
  try {
    return await work();
  } finally {
    for (const [name, , usual] of flags) setFlagsFromString(`--${name}=${usual}`);
  }
}
