import * as z from 'zod/mini';
import type { Connection } from '../connections/connection.ts';
import { isFields } from '../fields.ts';
import { describeIssues } from '../parsing.ts';

const bindingSchema = z.object({
  projectKey: z.string().check(z.minLength(1)),
  connectionId: z.optional(z.string().check(z.minLength(1))),
});

/** The value of the setting `service.connectedMode.project`. */
export type Binding = Readonly<z.output<typeof bindingSchema>>;

interface BindingProblem {
  /** An English text for logs. It names fields and does not quote values. */
  readonly problem: string;
}

/** Parses a value of the setting. Returns undefined for an absent one and for the default, the empty object. */
export function parseBinding(value: unknown): Binding | BindingProblem | undefined {
  if (value === undefined || (isFields(value) && Object.keys(value).length === 0)) return undefined;
  const result = bindingSchema.safeParse(value);
  return result.success ? result.data : { problem: describeIssues(result.error) };
}

/** Returns the value to write to the setting. It names the connection only if there is more than one. */
export function bindingValue(
  projectKey: string,
  connection: Connection,
  all: readonly Connection[],
): Binding {
  return all.length > 1 ? { projectKey, connectionId: connection.connectionId } : { projectKey };
}

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

/** Returns the setting's value after one path's binding was replaced or removed; undefined if no binding is left. */
export function withSubfolder(
  value: unknown,
  path: string,
  binding: Binding | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { [path]: _before, ...others } = subfoldersSchema.safeParse(value).data ?? {};
  const next = binding ? { ...others, [path]: binding } : others;
  return Object.keys(next).length > 0 ? next : undefined;
}
