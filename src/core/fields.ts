/** The fields of a JSON object, not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and neither null nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
