import * as z from 'zod/mini';
import { Failure } from './failures.ts';

/** Returns the paths and reasons of mismatches with a schema, without the value: `paging.total: expected number`. */
export function describeIssues(error: z.core.$ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

/**
 * Parses an external value.
 * @param what the name of the value, for the error message
 * @throws {Failure} `malformed`, with `what` and the path inside the value
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Failure('malformed', `${what}: ${describeIssues(result.error)}`);
  return result.data;
}

/** A value that the schema accepts, or the fallback. `z.catch` keeps all helpers of zod in a bundle: 10 KB. */
export const orElse = <T>(schema: z.ZodMiniType<T>, fallback: T): z.ZodMiniType<T> =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => {
      const result = schema.safeParse(value);
      return result.success ? result.data : fallback;
    }),
  );

/**
 * Parses external JSON text.
 * @param what the name of the text, for the error message
 * @throws {Failure} `malformed`, without quoting the text
 */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    throw new Failure('malformed', `${what}: not JSON`);
  }
}

/** Returns the value of a JSON text that a schema accepts; undefined for any other text. */
export function parseIfValid<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    // The caller treats it as a text that the schema refuses.
    return undefined;
  }
}

/** Each document of this product names its format. A program never replaces a document by one of an older format. */
const withFormat = z.object({ version: z.number() });

/**
 * Parses a document in format 1 that this product has written to the path `what`.
 * @throws {Failure} `newerFormat` for a document of a newer version, which must be left as it is; `malformed`
 */
export function parseStored<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const format = withFormat.safeParse(value).data?.version ?? 1;
  if (format > 1)
    throw new Failure(
      'newerFormat',
      `${what} has format ${format} of a newer version. It was left as it is, because this version knows format 1 only`,
    );
  return parse(schema, value, what);
}
