import { endpoint } from '../http/endpoint.ts';
import { pageSize, selector } from '../http/parameters.ts';

const names: Readonly<Record<string, string>> = { js: 'JavaScript', ts: 'TypeScript' };

/** Returns the name of a language; the key itself for a language that only occurs in an external report. */
export const languageName = (key: string): string => names[key] ?? key;

export const languageEndpoints = [
  endpoint({
    path: 'languages/list',
    method: 'GET',
    parameters: { q: selector, ps: pageSize({ initial: 0 }) },
    answer: ({ values: { q = '', ps } }) => {
      const wanted = q.toLowerCase();
      const found = Object.entries(names)
        .filter(([key, name]) => key.includes(wanted) || name.toLowerCase().includes(wanted))
        .map(([key, name]) => ({ key, name }));
      return { languages: ps > 0 ? found.slice(0, ps) : found };
    },
  }),
];
