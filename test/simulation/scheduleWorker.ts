import { parentPort, workerData } from 'node:worker_threads';
import { seededBugs } from './seededBugs.ts';
import { simulate, type Run } from './simulate.ts';

export interface ScheduleRange {
  /** Name of a seeded bug; undefined for the product as it is. */
  readonly bug?: string | undefined;
  /** Seeds, the last one included. */
  readonly first: number;
  readonly last: number;
}

export interface RedSchedule extends Run {
  readonly seed: number;
}

/** Runs schedules on the product, perhaps with a bug in it, until one is red. Says which, or that none was. */
const { bug: name, first, last } = workerData as ScheduleRange;
const bug = seededBugs.find((seeded) => seeded.name === name);
if (name !== undefined && !bug) throw new Error(`There is no seeded bug ${name}`);

let red: RedSchedule | undefined;
for (let seed = first; seed <= last && !red; seed++) {
  const run = await simulate(seed, bug);
  const { lost, repeated, misordered } = run.violations;
  if (lost.length + repeated.length + misordered.length > 0) red = { seed, ...run };
}
parentPort?.postMessage(red);
