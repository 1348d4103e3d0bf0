import { baseMetric, metricType } from '../gate/measures.ts';

/** Names that differ from the words of the key. */
const names: ReadonlyMap<string, string> = new Map([
  ['violations', 'Issues'],
  ['duplicated_lines_density', 'Duplicated lines'],
  ['sqale_rating', 'Maintainability rating'],
]);

/** Returns the English name of a metric, such as `Issues on new code` for `new_violations`. */
export function metricName(key: string): string {
  const base = baseMetric(key);
  const words = base.replaceAll('_', ' ');
  const name = names.get(base) ?? words.charAt(0).toUpperCase() + words.slice(1);
  return key.startsWith('new_') ? `${name} on new code` : name;
}

/** Returns a value as people read it: a rating as its letter, a percentage with its sign. */
export function metricValue(key: string, value: string): string {
  const type = metricType(key);
  if (type === 'RATING') return 'ABCDE'.charAt(Number(value) - 1) || value;
  return type === 'PERCENT' ? `${value} %` : value;
}
