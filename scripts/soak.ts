/**
 * `npm run soak -- [--seed N] [--schedules N] [--cases N] [--commands N] [--workers N]`: the simulation of several windows, the fuzz of
 * what strangers can send, and the fuzz of command lines that agents run, for as long as you like. Each failed schedule is
 * reported on stderr with its seed, which replays it; the counts come as one JSON line.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fuzzCommandReader } from '../test/fuzz/commandReader.ts';
import { fuzzPositions } from '../test/fuzz/issuePositions.ts';
import { Random } from '../test/simulation/random.ts';
import { fuzzToolServer } from '../test/fuzz/toolServer.ts';
import { fuzzListener, fuzzReceiver } from '../test/fuzz/webhooks.ts';
import { scriptOptions } from './scriptOptions.ts';
import type { SoakNews, SoakShare } from './soakWorker.ts';

const { values } = scriptOptions({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '100000' },
    commands: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

const first = number('seed', values.seed);
const schedules = number('schedules', values.schedules);
const counts = {
  schedules: 0,
  lost: 0,
  repeated: 0,
  misordered: 0,
  cases: 0,
  crashes: 0,
  hangs: 0,
  misplaced: 0,
  commands: 0,
  slowestCommandMs: 0,
};
let toldAt = Date.now();

const workers = Math.max(1, Math.min(number('workers', values.workers), schedules));
await Promise.all(Array.from({ length: workers }, (_, index) => playShare(index)));

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
  const positions = fuzzPositions(first, cases);
  for (const place of positions.misplaced) console.error(`marker of an issue, ${place}`);
  counts.cases += positions.cases;
  counts.misplaced += positions.misplaced.length;
}

const commands = number('commands', values.commands);
if (commands > 0) {
  const { cases: read, crashes, slowest } = fuzzCommandReader(first, commands);
  for (const crash of crashes) console.error(`command line, ${crash}`);
  console.error(`slowest command line: ${slowest.ms.toFixed(1)} ms, ${slowest.command}`);
  counts.commands = read;
  counts.crashes += crashes.length;
  counts.slowestCommandMs = Math.round(slowest.ms);
}

console.log(JSON.stringify(counts));
const { lost, repeated, misordered, crashes, hangs, misplaced } = counts;
if (lost + repeated + misordered + crashes + hangs + misplaced > 0) process.exitCode = 1;

/** Each worker plays every n-th seed of n workers, so that all end together. */
async function playShare(index: number): Promise<void> {
  const share: SoakShare = { first: first + index, end: first + schedules, step: workers };
  const worker = new Worker(new URL('./soakWorker.ts', import.meta.url), { workerData: share });
  worker.on('message', count);
  await once(worker, 'exit');
}

function count({ seed, red, crash }: SoakNews): void {
  counts.schedules++;
  if (red) {
    const { lost, repeated, misordered } = red.violations;
    counts.lost += lost.length;
    counts.repeated += repeated.length;
    counts.misordered += misordered.length;
    console.error(
      `seed ${seed}: ${[...lost, ...repeated, ...misordered].join('; ')}\n  ${red.steps.join('; ')}`,
    );
  }
  if (crash !== undefined) {
    counts.crashes++;
    console.error(`seed ${seed}: ${crash}`);
  }
  if (Date.now() - toldAt < 30_000) return;
  toldAt = Date.now();
  console.error(`${counts.schedules} of ${schedules} schedules`);
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} takes a whole number`);
  process.exit(2);
}
