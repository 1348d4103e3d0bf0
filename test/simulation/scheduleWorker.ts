import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Edit } from './planted.ts';
import type { Run } from './simulate.ts';

export interface ScheduleRange {
  /** Bugs to plant; none for the product as it is. */
  readonly edits: readonly Edit[];
  /** Seeds, the last one included. */
  readonly first: number;
  readonly last: number;
}

export interface RedSchedule extends Run {
  readonly seed: number;
}

/** Runs schedules on the product, perhaps with a bug in it, until one is red. Says which, or that none was. */
const { edits, first, last } = workerData as ScheduleRange;
const pending = new Set(edits);

interface Hooks {
  load(url: string, context: unknown, next: (url: string, context: unknown) => unknown): unknown;
}

// The types of Node 20, which our bundles are for, do not know it.
const { registerHooks } = module as unknown as { readonly registerHooks: (hooks: Hooks) => void };

registerHooks({
  load(url, context, nextLoad) {
    const own = edits.filter(({ file }) => url.endsWith(`/src/core/gate/${file}`));
    if (own.length === 0) return nextLoad(url, context);
    let source = readFileSync(new URL(url), 'utf8');
    for (const edit of own) {
      // Line ends and indentation are the formatter's.
      const pattern = new RegExp(edit.find.split(/\s+/).map(escape).join('\\s*'), 'g');
      const found = source.match(pattern)?.length ?? 0;
      if (found !== 1) throw new Error(`${edit.file} holds ${found} times: ${edit.find}`);
      source = source.replace(pattern, () => edit.replace);
      pending.delete(edit);
    }
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

const { simulate } = await import('./simulate.ts');
if (pending.size > 0) throw new Error(`Never loaded: ${[...pending].map(({ file }) => file).join()}`);

let red: RedSchedule | undefined;
for (let seed = first; seed <= last && !red; seed++) {
  const run = await simulate(seed);
  const { lost, repeated, misordered } = run.wrongs;
  if (lost.length + repeated.length + misordered.length > 0) red = { seed, ...run };
}
parentPort?.postMessage(red);
