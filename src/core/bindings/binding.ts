import * as z from 'zod/mini';
import type { Connection } from '../connections/connection.ts';
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

/**
 * Parses a value of the setting. Returns undefined for a value that does not bind: an absent one, and the empty object,
 * which is the default.
 */
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

/** Returns the value to write to the setting. It names the connection only if there is more than one. */
export function bindingValue(
  projectKey: string,
  connection: Connection,
  all: readonly Connection[],
): Binding {
  return all.length > 1 ? { projectKey, connectionId: connection.connectionId } : { projectKey };
}
