import assert from 'node:assert/strict';
import { serialMemento, type StateMemory } from '../../../../src/extension/host/serialMemento.ts';

/**
 * The state of an extension as the editor keeps it: `ExtensionMemento` and `MainThreadStorage` of VS Code 1.103 to 1.139.
 * The copy of the extension host is sent as a whole, and replaced by the copy that the window has stored.
 */
class EditorState implements StateMemory {
  stored: Readonly<Record<string, unknown>> = {};
  #copy: Record<string, unknown> = {};

  get = <T>(key: string, fallback?: T): T => (this.#copy[key] ?? fallback) as T;

  update = async (key: string, value: unknown): Promise<void> => {
    this.#copy[key] = value;
    await nextTurn();
    const sent = { ...this.#copy };
    await nextTurn();
    this.stored = sent;
    this.#copy = { ...sent };
    await nextTurn();
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Updates a second key while the first one is on its way, and a third one afterwards. */
async function updateThree(memory: StateMemory): Promise<void> {
  const first = memory.update('first', 1);
  await nextTurn();
  const second = memory.update('second', 2);
  await Promise.all([first, second, memory.update('third', 3)]);
}

describe('the memory of the extension', () => {
  it('keeps all keys that are updated at the same time, of which the editor alone loses some', async () => {
    const alone = new EditorState();
    await updateThree(alone);
    assert.notDeepEqual(alone.stored, { first: 1, second: 2, third: 3 });
    const state = new EditorState();
    await updateThree(serialMemento(state));
    assert.deepEqual(state.stored, { first: 1, second: 2, third: 3 });
  });

  it('returns a new value before it is stored', async () => {
    const memory = serialMemento(new EditorState());
    const stored = memory.update('key', 'new');
    assert.equal(memory.get('key'), 'new');
    await stored;
    assert.equal(memory.get('key'), 'new');
  });

  it('returns the fallback for a key that is being removed', async () => {
    const memory = serialMemento(new EditorState());
    await memory.update('key', 'old');
    const removed = memory.update('key', undefined);
    assert.equal(memory.get('key', 'fallback'), 'fallback');
    await removed;
  });

  it('goes on after an update that failed, and returns the value before it', async () => {
    const state = new EditorState();
    let isFull = true;
    const memory = serialMemento({
      get: state.get,
      update: (key, value) => (isFull ? Promise.reject(new Error('full')) : state.update(key, value)),
    });
    await assert.rejects(Promise.resolve(memory.update('key', 1)), /full/);
    assert.equal(memory.get('key'), undefined);
    isFull = false;
    await memory.update('key', 2);
    assert.deepEqual(state.stored, { key: 2 });
  });
});
