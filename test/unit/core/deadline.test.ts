import assert from 'node:assert/strict';
import { withDeadline } from '../../../src/core/deadline.ts';
import { VirtualClock } from '../../simulation/virtualClock.ts';

const never = () => new Promise<never>(() => undefined);

describe('withDeadline', () => {
  const signal = new AbortController().signal;

  it('resolves with the result of the work', async () => {
    const clock = new VirtualClock();
    assert.equal(await withDeadline({ clock, ms: 10, signal }, () => Promise.resolve(1)), 1);
    await assert.rejects(
      withDeadline({ clock, ms: 10, signal }, () => Promise.reject(new Error('no'))),
      /no/,
    );
  });

  it('rejects at the deadline, and aborts the work', async () => {
    const clock = new VirtualClock();
    let told: AbortSignal | undefined;
    const result = withDeadline({ clock, ms: 10, signal }, (its) => {
      told = its;
      return never();
    });
    const rejected = assert.rejects(result, { code: 'timeout' });
    await clock.advance(10);
    await rejected;
    assert.equal(told?.aborted, true);
  });

  it('rejects when its signal is aborted before or during the work', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const running = withDeadline({ clock, ms: 10, signal: controller.signal }, never);
    controller.abort();
    await assert.rejects(running, { code: 'cancelled' });
    const late = withDeadline({ clock, ms: 10, signal: controller.signal }, never);
    await assert.rejects(late, { code: 'cancelled' });
  });
});
