/** Removes what differs between runs: identifiers, dates, ports, and orders without a meaning. */
export function normalise(value: unknown): unknown {
  if (typeof value === 'string') return normaliseText(value);
  if (Array.isArray(value)) return sorted(value.map(normalise));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isIdentifier(key, item) ? '<id>' : normalise(item)]),
  );
}

const identifiers = new Set(['id', 'uuid', 'key', 'branchId', 'projectUuid', 'ceTaskId', 'hash']);
const generated = /^(?:[\da-f]{8}-[\da-f-]{27}|Aa[\w-]{18}|[\dA-F]{8}-[\w-]{20}|[\da-f]{32})$/u;

const isIdentifier = (key: string, value: unknown): boolean =>
  identifiers.has(key) && typeof value === 'string' && generated.test(value);

const date = /\d{4}-\d{2}-\d{2}T\d{2}(?::|%3A)\d{2}(?::|%3A)\d{2}(?:\+|%2B)\d{4}/gu;

function normaliseText(text: string): string {
  if (text.startsWith('{"level"')) return JSON.stringify(normalise(JSON.parse(text)));
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d{4,5}(?=\/(?:dashboard|project)|$)/gu, 'http://server')
    .replaceAll(/squ_[\da-f]{40}/gu, 'squ_<token>')
    .replaceAll(/sqp_[\da-f]{40}/gu, 'sqp_<token>')
    .replaceAll(date, '<date>');
}

/** Conditions and measures come in no order that means anything. */
function sorted(items: unknown[]): unknown[] {
  const keyOf = (item: unknown): string | undefined => {
    const { metric, metricKey } = (item ?? {}) as { metric?: unknown; metricKey?: unknown };
    const key = metric ?? metricKey;
    return typeof key === 'string' ? key : undefined;
  };
  if (!items.every((item) => keyOf(item) !== undefined)) return items;
  return items.toSorted((a, b) => String(keyOf(a)).localeCompare(String(keyOf(b))));
}

/** Names and types of everything in an answer; of a list those of its first item. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}
