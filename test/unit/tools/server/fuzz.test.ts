import assert from 'node:assert/strict';
import { fuzzHttp, fuzzStdio } from '../../../fuzz/toolServer.ts';

/** A short run; `npm run soak` makes the long one. */
describe('tool server among strangers', () => {
  it('still answers after 1,000 hostile lines', async () => {
    assert.deepEqual(await fuzzStdio(1, 1_000), { cases: 1_000, crashes: 0, hangs: 0 });
  });

  it('answers 400 hostile requests without a failure of its own', async () => {
    assert.deepEqual(await fuzzHttp(1, 400), { cases: 400, crashes: 0, hangs: 0 });
  });
});
