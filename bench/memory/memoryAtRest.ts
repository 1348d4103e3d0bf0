import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const betweenMs = 2000;
/** 80 seconds. Windows have needed up to nine figures. */
const mostFigures = 40;
/** So many figures in a row, none of them further than this from the first, are the memory of a window at rest. */
const steady = { figures: 5, bytes: 2 ** 18 };

/**
 * Returns the memory of this process in bytes, after a collection, as soon as it does not change any more: the editor goes
 * on to load its own extensions long after its window is there.
 *
 * @throws with the figures if it does not come to rest
 */
export async function memoryAtRest(): Promise<{ readonly resident: number; readonly used: number }> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const measure = () => {
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { resident: rss, used: heapUsed + external };
  };
  let last = measure();
  let run = [last];
  const all = [last.used];
  while (run.length < steady.figures) {
    await pause(betweenMs);
    last = measure();
    all.push(last.used);
    if (all.length > mostFigures) throw new Error(`The memory does not come to rest: ${all.join(', ')}`);
    const isSteady = Math.abs(last.used - (run[0]?.used ?? 0)) <= steady.bytes;
    run = isSteady ? [...run, last] : [last];
  }
  return last;
}
