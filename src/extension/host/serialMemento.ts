import type { Memento } from 'vscode';
import { WorkQueue } from '../../core/workQueue.ts';

/** State that the editor keeps for the extension. */
export type StateMemory = Pick<Memento, 'get' | 'update'>;

/**
 * Returns a memory that sends each update to the editor when the one before it is stored. `get` returns a new value from
 * the call of `update` on.
 *
 * After each update the editor replaces its copy of all keys with what it has stored (`ExtensionMemento` in VS Code). An
 * update of another key that was made meanwhile would be lost.
 */
export function serialMemento(memento: StateMemory): StateMemory {
  const queue = new WorkQueue();
  const waiting = new Map<string, { readonly value: unknown }>();
  return {
    get: <T>(key: string, fallback?: T) => {
      const update = waiting.get(key);
      if (!update) return memento.get<T | undefined>(key, fallback) as T;
      return (update.value ?? fallback) as T;
    },
    update: (key, value) => {
      const update = { value: value as unknown };
      waiting.set(key, update);
      return queue.run(async () => {
        try {
          await memento.update(key, value);
        } finally {
          if (waiting.get(key) === update) waiting.delete(key);
        }
      });
    },
  };
}
