/** The fields of a JSON object, not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and neither null nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of names in nested JSON objects; undefined if an object or a name is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) => (isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined),
    value,
  );
}
