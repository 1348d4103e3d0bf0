import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from '../bench.ts';
import type { Memory } from './memory.ts';

const betweenMs = 2000;
/** The editor goes on to load its own extensions for up to 20 seconds after its window is there, so the last figures count. */
const figures = { taken: 20, counted: 10 };

/**
 * Returns the memory of this process after collections: medians, because in every fourth figure or so the extension host
 * itself holds up to 3 MiB more for a moment, also without this extension's features.
 */
export async function memoryAtRest(): Promise<Memory> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: object) => void;
  const all: { readonly resident: number; readonly used: number }[] = [];
  while (all.length < figures.taken) {
    await pause(betweenMs);
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    all.push({ resident: rss, used: heapUsed + external });
  }
  const counted = all.slice(-figures.counted);
  const used = counted.map((figure) => figure.used);
  // V8 also collects in this way when the system has no memory left.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  await pause(betweenMs);
  return {
    resident: median(counted.map(({ resident }) => resident)),
    held: process.memoryUsage.rss(),
    used: median(used),
    spread: Math.max(...used) - Math.min(...used),
  };
}
