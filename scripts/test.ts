/**
 * `npm test`: every part of the tests in a process of its own, its output passed on as it comes, and one closing line
 * over all of them. A part that ran no test has failed, whatever its exit code says.
 */
import { createInterface } from 'node:readline';
import { closingLine, sum, type Counts } from '../test/harness/editorRun.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';

interface Part {
  readonly script: string;
  /** Prints no closing line: it counts as one test, passed when it exits with 0. */
  readonly single?: boolean;
}

/** In the order of what is known soonest. */
const parts: readonly Part[] = [
  { script: 'types', single: true },
  { script: 'lint', single: true },
  { script: 'test:unit' },
  { script: 'test:simulation' },
  { script: 'test:contract' },
  { script: 'test:conformance' },
  { script: 'test:editor' },
  { script: 'test:ui' },
];

async function run({ script, single }: Part): Promise<Counts> {
  console.error(`\n== npm run ${script}`);
  const part = await startGroup('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    atExit: 'SIGTERM',
  });
  let counts: Counts | undefined;
  if (part.child.stdout)
    for await (const line of createInterface(part.child.stdout)) {
      const closing = /^(\d+) passed, (\d+) failed$/.exec(line);
      // The parts' own closing lines go to stderr, so that stdout has exactly one.
      if (closing) counts = { passed: Number(closing[1]), failed: Number(closing[2]) };
      (closing ? console.error : console.log)(line);
    }
  const fine = (await part.exited) === 0;
  if (single) return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 };
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  // Ended badly without a failed test, or ran none: that is a failure too.
  return { passed, failed: failed === 0 && (!fine || passed === 0) ? 1 : failed };
}

exitOnSignals();
const started = Date.now();
const results = new Map<string, Counts>();
for (const part of parts) results.set(part.script, await run(part));

console.error();
for (const [script, counts] of results) console.error(`${script.padEnd(12)} ${closingLine(counts)}`);
console.error(`${Math.round((Date.now() - started) / 1000)} s`);
const total = sum([...results.values()]);
console.log(closingLine(total));
if (total.failed > 0) process.exitCode = 1;
