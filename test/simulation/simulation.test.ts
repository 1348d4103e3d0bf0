import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { plantedBugs } from './planted.ts';
import { simulate } from './simulate.ts';

const schedules = 10_000;

describe('the simulation of several windows', () => {
  it(`finds nothing wrong in ${schedules} random schedules`, async () => {
    for (let seed = 1; seed <= schedules; seed++) {
      const { wrongs, story } = await simulate(seed);
      assert.deepEqual(
        wrongs,
        { lost: [], repeated: [], misordered: [] },
        `seed ${seed}: ${story.join('; ')}`,
      );
    }
  }).timeout(300_000);

  it('plays a schedule the same way each time', async () => {
    assert.deepEqual(await simulate(7), await simulate(7));
  });

  for (const { name, edits } of plantedBugs)
    it(`turns red with a planted bug: ${name}`, async () => {
      const url = new URL('./plantedWorker.ts', import.meta.url);
      const worker = new Worker(url, { workerData: { edits, schedules } });
      const [red] = (await once(worker, 'message')) as [{ readonly seed: number } | undefined];
      assert.ok(red, 'no schedule was red');
    }).timeout(120_000);
});
