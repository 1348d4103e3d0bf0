import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/core/disposables.ts';

describe('DisposableStore', () => {
  it('disposes in reverse order, once', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b', 'c']) store.add({ dispose: () => order.push(name) });
    store.dispose();
    store.dispose();
    assert.deepEqual(order, ['c', 'b', 'a']);
  });

  it('disposes at once what is added after its end', () => {
    const store = new DisposableStore();
    store.dispose();
    let disposed = false;
    store.add({ dispose: () => (disposed = true) });
    assert(disposed);
  });

  it('disposes the rest after a failure, and throws the failure at the end', () => {
    const store = new DisposableStore();
    let disposed = false;
    store.add({ dispose: () => (disposed = true) });
    store.add({
      dispose: () => {
        throw new Error('stuck');
      },
    });
    assert.throws(() => store.dispose(), AggregateError);
    assert(disposed);
  });
});
