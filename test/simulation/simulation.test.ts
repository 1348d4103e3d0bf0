import assert from 'node:assert/strict';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RedSchedule, ScheduleRange } from './scheduleWorker.ts';
import { seededBugs } from './seededBugs.ts';
import { simulate } from './simulate.ts';

/** `npm test` runs this many schedules; `npm run soak` runs more. */
const schedules = 2_000;
/** A seeded bug turns an early schedule red; the search ends at the first. */
const searched = 10_000;
/** A machine may be busy; what these tests look for does not depend on time. */
const patience = 900_000;
/** Schedules that `npm run soak` has found red. */
const formerlyRed = [20_267_384, 560_362_727, 771_329_159, 644_878_453];

/** The first red schedule of a range. */
async function firstRed(range: ScheduleRange): Promise<RedSchedule | undefined> {
  const worker = new Worker(new URL('./scheduleWorker.ts', import.meta.url), { workerData: range });
  const [red] = (await once(worker, 'message')) as [RedSchedule | undefined];
  return red;
}

describe('the simulation of several windows', () => {
  it(`finds nothing wrong in ${schedules} random schedules`, async () => {
    const workers = availableParallelism();
    const share = Math.ceil(schedules / workers);
    const ranges = Array.from({ length: workers }, (_, index) => ({
      first: index * share + 1,
      last: Math.min((index + 1) * share, schedules),
    }));
    for (const red of await Promise.all(ranges.map(firstRed)))
      assert.equal(
        red,
        undefined,
        red && `seed ${red.seed}: ${JSON.stringify(red.violations)} ${red.steps.join('; ')}`,
      );
  }).timeout(patience);

  for (const seed of formerlyRed)
    it(`finds nothing wrong in the schedule of seed ${seed}, which was red once`, async () => {
      const { violations, steps } = await simulate(seed);
      assert.deepEqual(violations, { lost: [], repeated: [], misordered: [] }, steps.join('; '));
    });

  it('plays a schedule the same way each time', async () => {
    assert.deepEqual(await simulate(7), await simulate(7));
  });

  for (const { name } of seededBugs)
    it(`fails with a seeded bug: ${name}`, async () => {
      assert.ok(await firstRed({ bug: name, first: 1, last: searched }), 'no schedule was red');
    }).timeout(patience);
});
