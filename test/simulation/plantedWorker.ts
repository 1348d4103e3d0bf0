import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Edit } from './planted.ts';

/** Runs schedules on a product with a bug in it until one is red. Says which, or that none was. */
const { edits, schedules } = workerData as { readonly edits: readonly Edit[]; readonly schedules: number };
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

let red: { readonly seed: number; readonly wrongs: unknown } | undefined;
for (let seed = 1; seed <= schedules && !red; seed++) {
  const { wrongs } = await simulate(seed);
  if (wrongs.lost.length + wrongs.repeated.length + wrongs.misordered.length > 0) red = { seed, wrongs };
}
parentPort?.postMessage(red);
