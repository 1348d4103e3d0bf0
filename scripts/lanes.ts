import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { closingLine, sum, type Counts } from '../test/harness/editorRun.ts';
import { startGroup } from './processGroup.ts';

/** A command whose output ends with a closing line, `N passed, N failed`. */
export interface Part {
  readonly name: string;
  readonly command: readonly [file: string, ...args: string[]];
  /** Prints no closing line: it counts as one test, which passes when the command exits with 0. */
  readonly isSingle?: boolean;
  /** Passes without a test, too. */
  readonly canBeEmpty?: boolean;
  /** Measures no time: it leaves the processors to the other lanes while they need them. */
  readonly canWait?: boolean;
  /** Exits with 3, and says why, where this machine cannot have what it needs: then it counts as no test. */
  readonly canLack?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds after which the part is ended and has failed. Default 30 minutes; on slow machines parts take ten. */
  readonly limitMs?: number;
}

/** Priority of a part that can wait, as `nice` counts: it gets about a tenth of a processor that another lane uses too. */
const lowPriority = 10;

const defaultLimitMs = 30 * 60_000;

export interface PartResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** Nothing ran, because this machine lacks something. */
  readonly isMissing?: boolean;
}

/**
 * Runs parts in the order of the list, as many at a time as there are lanes: whichever lane is free takes the next part.
 * With several lanes, the output of a part is printed when it ends, or when this process is ended first, so that lanes do
 * not mix.
 * @param env environment of the parts
 * @returns the results in the order in which the parts ended
 */
export async function runInLanes(
  parts: readonly Part[],
  lanes: number,
  env: NodeJS.ProcessEnv,
): Promise<readonly PartResult[]> {
  const waiting = [...parts];
  const results: PartResult[] = [];
  const runLane = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift())
      results.push(await runPart(part, lanes === 1, env));
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

async function runPart(part: Part, isAlone: boolean, env: NodeJS.ProcessEnv): Promise<PartResult> {
  const { name, limitMs = defaultLimitMs } = part;
  const started = Date.now();
  const lines: { readonly text: string; readonly print: (text: string) => void }[] = [];
  let printed: Counts | undefined;
  /** Leaves out the closing line, because the sum of all parts is printed at the end. */
  const collect = async (readable: Readable | null, print: (text: string) => void): Promise<void> => {
    for await (const text of readable ? createInterface(readable) : []) {
      const closing = /^(\d+) passed, (\d+) failed$/.exec(text);
      if (closing) printed = { passed: Number(closing[1]), failed: Number(closing[2]) };
      else if (isAlone) print(text);
      else lines.push({ text, print });
    }
  };
  const printLines = (): void => {
    if (!isAlone) console.error(`\n== ${name}`);
    for (const { text, print } of lines) print(text);
  };
  process.once('exit', printLines);
  const [file, ...args] = part.command;
  const group = await startGroup(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    atExit: 'SIGTERM',
    env: { ...env, ...part.env },
  });
  if (part.canWait === true) setPriority(group.pid, lowPriority);
  // A test can leave a process behind that keeps the part from ending.
  const limit = setTimeout(() => {
    console.error(`== ${name}: ended, because it took longer than ${limitMs / 60_000} minutes`);
    void group.stop();
  }, limitMs);
  const { stdout, stderr } = group.child;
  const [code] = await Promise.all([
    group.exited,
    collect(stdout, console.log),
    collect(stderr, console.error),
  ]);
  clearTimeout(limit);
  const isMissing = part.canLack === true && code === 3;
  const counts = isMissing ? sum([]) : countsOf(printed, code === 0, part);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.off('exit', printLines);
  printLines();
  console.error(`== ${name}: ${closingLine(counts)}, ${seconds} s`);
  return { name, seconds, isMissing, ...counts };
}

/** A part that ended badly without a failed test has failed too. */
function countsOf(printed: Counts | undefined, isFine: boolean, { isSingle, canBeEmpty }: Part): Counts {
  if (isSingle) return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
  const { passed, failed } = printed ?? { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && (!isFine || (passed === 0 && !canBeEmpty)) ? 1 : failed };
}
