import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Bench, type Row } from './bench.ts';

const dist = join(import.meta.dirname, '../dist');
const runs = 15;

/** Wall time of a whole process in milliseconds; `a` and `b` in turn, so that a drift of the machine hits both. */
function pair(a: readonly string[], b: readonly string[]): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run++)
    for (const [index, args] of [a, b].entries()) {
      const start = performance.now();
      spawnSync(process.execPath, args, { stdio: 'ignore' });
      // The first round warms the disk cache.
      if (run > 0) times[index as 0 | 1].push(performance.now() - start);
    }
  return [median(times[0]), median(times[1])];
}

export const bench: Bench = {
  about:
    'Whole process that loads a bundle and ends, beside `node -e 0`, in turn; and the size of what is loaded.',
  run() {
    const rows: Row[] = [];
    for (const name of ['commands', 'hook', 'tools', 'platform']) {
      const [value, bare] = pair(
        [join(dist, 'cli.js'), name === 'commands' ? '--version' : name, '--help'],
        ['-e', '0'],
      );
      rows.push({
        what: `service-cli: start of ${name}`,
        value,
        unit: 'ms',
        yardstick: { what: 'node -e 0', value: bare },
      });
    }
    for (const name of ['extension', 'cli', 'hook', 'commands', 'tools', 'platform']) {
      const { size } = statSync(join(dist, `${name}.js`));
      rows.push({ what: `dist/${name}.js`, value: size / 1024, unit: 'KB' });
    }
    return Promise.resolve(rows);
  },
};
