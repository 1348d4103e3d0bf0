/**
 * `npm run soak -- [--seed N] [--schedules N] [--cases N]`: the simulation of several windows, and the fuzz of what
 * strangers can send, for as long as you like. Each red schedule is told on stderr with its seed, which replays it; the
 * counts come as one JSON line.
 */
import { parseArgs } from 'node:util';
import { Random } from '../test/fuzz/random.ts';
import { fuzzToolServer } from '../test/fuzz/toolServer.ts';
import { fuzzListener, fuzzReceiver } from '../test/fuzz/webhooks.ts';
import { simulate } from '../test/simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '100000' },
  },
});

const first = number('seed', values.seed);
const schedules = number('schedules', values.schedules);
const counts = { schedules: 0, lost: 0, repeated: 0, misordered: 0, cases: 0, crashes: 0, hangs: 0 };
let toldAt = Date.now();

for (let seed = first; seed < first + schedules; seed++) {
  try {
    const { wrongs, story } = await simulate(seed);
    counts.lost += wrongs.lost.length;
    counts.repeated += wrongs.repeated.length;
    counts.misordered += wrongs.misordered.length;
    const all = [...wrongs.lost, ...wrongs.repeated, ...wrongs.misordered];
    if (all.length > 0) console.error(`seed ${seed}: ${all.join('; ')}\n  ${story.join('; ')}`);
  } catch (error) {
    counts.crashes++;
    console.error(`seed ${seed}:`, error);
  }
  counts.schedules++;
  if (Date.now() - toldAt > 30_000) {
    toldAt = Date.now();
    console.error(`${counts.schedules} of ${schedules} schedules`);
  }
}

const cases = number('cases', values.cases);
if (cases > 0) {
  const random = new Random(first);
  for (const fuzz of [
    await fuzzToolServer(first, cases),
    fuzzReceiver(random, cases),
    // Connections cost a thousand times what a call does.
    await fuzzListener(random, Math.ceil(cases / 20)),
  ]) {
    counts.cases += fuzz.cases;
    counts.crashes += fuzz.crashes;
    counts.hangs += fuzz.hangs;
  }
}

console.log(JSON.stringify(counts));
if (counts.lost + counts.repeated + counts.misordered + counts.crashes + counts.hangs > 0)
  process.exitCode = 1;

function number(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} takes a whole number`);
  process.exit(2);
}
