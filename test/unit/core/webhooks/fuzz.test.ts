import assert from 'node:assert/strict';
import { Random } from '../../../simulation/random.ts';
import { fuzzListener, fuzzReceiver } from '../../../fuzz/webhooks.ts';

/** A short run; `npm run soak` makes the long one. */
describe('the webhook receiver among strangers', () => {
  it('accepts no unsigned delivery, and never throws [N1] [AU1]', () =>
    assert.deepEqual(fuzzReceiver(new Random(1), 5_000), { cases: 5_000, crashes: 0, hangs: 0 }));

  it('takes a good delivery after each batch of bad connections', async () => {
    assert.deepEqual(await fuzzListener(new Random(1), 300), { cases: 300, crashes: 0, hangs: 0 });
  });
});
