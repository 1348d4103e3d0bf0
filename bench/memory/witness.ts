import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commands, type ExtensionContext } from 'vscode';

const betweenMs = 2000;
/** So many figures in a row, none of them further than this from the first, are the memory of a window at rest. */
const steady = { figures: 5, bytes: 2 ** 18 };

/**
 * An extension beside ours: when asked, notes the memory of the extension host that both live in, after a collection. The
 * editor goes on to load its own extensions long after its window is there, so it waits until nothing grows any more.
 */
export function activate({ subscriptions }: ExtensionContext): void {
  const file = process.env.SERVICE_BENCH_MEMORY;
  if (file === undefined) throw new Error('There is nowhere to note it.');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const measure = () => {
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { resident: rss, used: heapUsed + external };
  };
  const noteMemory = async () => {
    let run = [measure()];
    while (run.length < steady.figures) {
      await pause(betweenMs);
      const next = measure();
      const isSteady = Math.abs(next.used - (run[0]?.used ?? 0)) <= steady.bytes;
      run = isSteady ? [...run, next] : [next];
    }
    writeFileSync(file, JSON.stringify(run.at(-1)));
  };
  subscriptions.push(commands.registerCommand('bench.noteMemory', () => void noteMemory()));
}
