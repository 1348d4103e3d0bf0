import type * as z from 'zod/mini';
import { Failure } from './failures.ts';

/** Where in a value a schema does not hold and why, without the value itself: `paging.total: expected number`. */
export function describeIssues(error: z.core.$ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

/** Parses a value from outside. Throws `malformed`, naming `what` and the path inside it. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Failure('malformed', `${what}: ${describeIssues(result.error)}`);
  return result.data;
}

/** Parses JSON text from outside. Throws `malformed` without quoting the text. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    throw new Failure('malformed', `${what}: not JSON`);
  }
}
