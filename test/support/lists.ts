import assert from 'node:assert/strict';

/** Returns one field of each item, in their order. */
export function fieldOf<T, K extends keyof T>(items: readonly T[], field: K): T[K][] {
  return items.map((item) => item[field]);
}

/** Returns some fields of each item, in their order. */
export function fieldsOf<T, K extends keyof T>(items: readonly T[], ...fields: readonly K[]): T[K][][] {
  return items.map((item) => fields.map((field) => item[field]));
}

/** @throws AssertionError that shows the items for which the condition holds */
export function assertNone<T>(items: readonly T[], isWrong: (item: T) => boolean): void {
  assert.deepEqual(items.filter(isWrong), []);
}
