const letters = ['A', 'B', 'C', 'D', 'E'] as const;
const minutesPerDay = 8 * 60;

/**
 * Returns a measure in the format of the platform's pages; unchanged if it is not a number.
 * @param type `RATING`, `WORK_DUR` (minutes) or `PERCENT`; otherwise a plain number with at most three decimals.
 */
export function measureText(value: string | number, type: string | undefined, locale: string): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return String(value);
  if (type === 'RATING') return letters[Math.round(number) - 1] ?? String(value);
  if (type === 'WORK_DUR') return workText(number);
  if (type === 'PERCENT')
    return formatted(number / 100, locale, { style: 'percent', maximumFractionDigits: 1 });
  return formatted(number, locale, { maximumFractionDigits: 3 });
}

function formatted(number: number, locale: string, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, options).format(number);
}

/** Returns minutes as days of eight hours, hours and minutes. */
function workText(minutes: number): string {
  const whole = Math.round(minutes);
  const parts = [
    [Math.floor(whole / minutesPerDay), 'd'],
    [Math.floor((whole % minutesPerDay) / 60), 'h'],
    [whole % 60, 'min'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
  return text === '' ? '0 min' : text;
}

/** Returns the key without `new_` and without the `software_quality_` of newer editions. */
export function baseMetric(key: string): string {
  return key.replace(/^new_/, '').replace(/^software_quality_/, '');
}

/** Returns the platform's type of a metric of which only the key is known; undefined for plain numbers. */
export function metricType(key: string): string | undefined {
  if (key.endsWith('_rating')) return 'RATING';
  return /(?:coverage|_density|_reviewed)$/.test(key) ? 'PERCENT' : undefined;
}

/** Returns the distance of a value from its threshold; undefined if one of the two is not a number. */
export function excessOf(actual: string | undefined, threshold: string | undefined): number | undefined {
  const excess = Math.abs(Number(actual) - Number(threshold));
  // Rounded, because users do not want to read the result of `0.1 + 0.2`.
  return Number.isFinite(excess) ? Math.round(excess * 1000) / 1000 : undefined;
}

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
