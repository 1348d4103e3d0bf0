import type * as z from 'zod/mini';
import { parse, parseJson, parseStored } from '../../core/parsing.ts';
import { withLock } from './locks/lock.ts';
import { readTextIfPresent, writeTextAtomically } from './textFile.ts';

/** A JSON document of this product on disk. */
export interface StoredJson<T> {
  readonly path: string;
  readonly schema: z.ZodMiniType<T>;
  /** The value before the first write. */
  readonly empty: T;
}

/**
 * Reads a document. Returns `empty` only where the file does not exist.
 *
 * @throws {Failure} `malformed`, with the path, for a file that does not parse; `newerFormat`; `storage`.
 */
export async function readStoredJson<T>({ path, schema, empty }: StoredJson<T>): Promise<T> {
  const text = await readTextIfPresent(path);
  return text === undefined ? empty : parseStored(schema, parseJson(text, path), path);
}

/**
 * Changes a document under its lock and returns the new value. If `change` returns its argument, the file is not
 * written.
 *
 * @throws {Failure} as `readStoredJson`, and `busy` where another process holds the file; the file is unchanged then.
 */
export function updateStoredJson<T>(
  document: StoredJson<T>,
  change: (current: T) => T | Promise<T>,
): Promise<T> {
  const { path, schema } = document;
  return withLock(path, async (held) => {
    const current = await readStoredJson(document);
    const next = await change(current);
    if (next === current) return current;
    // Parsed before it is stored, so that no version writes a file that it could not read.
    const stored = parse(schema, next, path);
    await held.assertHeld();
    await writeTextAtomically(path, `${JSON.stringify(stored, undefined, 2)}\n`);
    return stored;
  });
}
