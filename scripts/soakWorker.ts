import { parentPort, workerData } from 'node:worker_threads';
import { simulate, type Run } from '../test/simulation/simulate.ts';

/** The share of one worker of the soak: every `step`-th seed of a range, without the end of the range. */
export interface SoakShare {
  readonly first: number;
  readonly end: number;
  readonly step: number;
}

/** After each schedule: how it went; or that it could not be played. */
export interface SoakNews {
  readonly seed: number;
  /** Undefined: nothing was wrong. */
  readonly red?: Run | undefined;
  readonly crash?: string;
}

const { first, end, step } = workerData as SoakShare;
for (let seed = first; seed < end; seed += step) parentPort?.postMessage(await play(seed));

async function play(seed: number): Promise<SoakNews> {
  try {
    const run = await simulate(seed);
    const { lost, repeated, misordered } = run.violations;
    return lost.length + repeated.length + misordered.length > 0 ? { seed, red: run } : { seed };
  } catch (error) {
    return { seed, crash: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
