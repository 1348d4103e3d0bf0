/** Returns one field of each item, in their order. */
export function fieldOf<T, K extends keyof T>(items: readonly T[], field: K): T[K][] {
  return items.map((item) => item[field]);
}
