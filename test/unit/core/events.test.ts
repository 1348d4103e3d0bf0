import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/events.ts';

describe('Emitter', () => {
  it('shields listeners and the sender from a listener that throws', () => {
    const errors: unknown[] = [];
    const emitter = new Emitter<number>((error) => errors.push(error));
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error('broken');
    });
    emitter.event((value) => heard.push(value));
    emitter.fire(1);
    assert.deepEqual(heard, [1]);
    assert.equal(errors.length, 1);
  });

  it('subscribes one function as often as it was given', () => {
    const emitter = new Emitter<number>(assert.ifError);
    let calls = 0;
    const listener = (): void => {
      calls++;
    };
    const first = emitter.event(listener);
    emitter.event(listener);
    first.dispose();
    emitter.fire(1);
    assert.equal(calls, 1);
  });

  it('calls the listeners that existed when the event fired', () => {
    const emitter = new Emitter<number>(assert.ifError);
    const heard: string[] = [];
    emitter.event(() => {
      heard.push('first');
      emitter.event(() => heard.push('late'));
    });
    emitter.fire(1);
    assert.deepEqual(heard, ['first']);
  });

  it('calls no listener after it is disposed', () => {
    const emitter = new Emitter<number>(assert.ifError);
    let calls = 0;
    emitter.event(() => calls++);
    emitter.dispose();
    emitter.fire(1);
    assert.equal(calls, 0);
  });
});
