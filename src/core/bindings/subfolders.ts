import * as z from 'zod/mini';
import type { Binding } from './binding.ts';

/** A folder has fewer projects. A repository must not make the editor watch any number of gates. */
const mostSubfolders = 200;

const subfoldersSchema = z.looseObject({});

/**
 * Returns the bindings in a value of the setting `service.connectedMode.subfolders` by path, in the order of the paths.
 * Each binding is parsed on its own, so that one with an error does not hide the others. A value that is not an object
 * has none.
 */
export function subfoldersOf(value: unknown): ReadonlyMap<string, unknown> {
  const bindings = Object.entries(subfoldersSchema.safeParse(value).data ?? {});
  return new Map(bindings.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostSubfolders));
}

/**
 * Returns the value of the setting with another binding of one path, or without it. Undefined if none is left, which
 * removes the setting.
 */
export function withSubfolder(
  value: unknown,
  path: string,
  binding: Binding | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { [path]: _before, ...others } = subfoldersSchema.safeParse(value).data ?? {};
  const next = binding ? { ...others, [path]: binding } : others;
  return Object.keys(next).length > 0 ? next : undefined;
}
