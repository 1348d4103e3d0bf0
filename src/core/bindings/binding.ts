import * as z from 'zod/mini';
import type { Connection } from '../connections/connection.ts';
import { describeIssues } from '../parsing.ts';

const bindingSchema = z.object({
  projectKey: z.string().check(z.minLength(1)),
  connectionId: z.optional(z.string().check(z.minLength(1))),
});

/** What `service.connectedMode.project` says. */
export type Binding = Readonly<z.output<typeof bindingSchema>>;

interface BindingProblem {
  /** English, for logs: names fields, quotes no value. */
  readonly problem: string;
}

/** A value of the setting; undefined where it binds nothing (not set, or the empty object that is its default). */
export function parseBinding(value: unknown): Binding | BindingProblem | undefined {
  if (value === undefined || isEmptyObject(value)) return undefined;
  const result = bindingSchema.safeParse(value);
  return result.success ? result.data : { problem: describeIssues(result.error) };
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** The value to write: names the connection only where there is a choice. */
export function bindingValue(
  projectKey: string,
  connection: Connection,
  all: readonly Connection[],
): Binding {
  return all.length > 1 ? { projectKey, connectionId: connection.connectionId } : { projectKey };
}
