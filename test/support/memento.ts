import type { Memento } from 'vscode';

/** State of an extension that lives as long as a test; values pass through JSON, as in the editor. */
export function memento(): Pick<Memento, 'get' | 'update'> {
  const values = new Map<string, string>();
  return {
    get: (key: string) => {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as never);
    },
    update: (key, value) => {
      values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}
