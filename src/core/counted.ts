/** Returns a text such as `1 issue` or `12,000 issues`. */
// Thousands are separated by a pattern: the first number that `toLocaleString` formats takes 15 ms.
export const counted = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`;
