/**
 * `npm run mutation`: how many small changes of `src/core` its unit tests notice. Prints a JSON line with the score; the
 * mutants that nobody noticed go to stderr. `-- --sample N` tries N of them (default 300; 0: all), chosen by `--seed N`;
 * `-- --files TEXT` only those of files whose path holds the text.
 *
 * Each mutant is a run of mocha of its own, first on the tests of its folder and then on all of core. The field's tool,
 * Stryker, is faster, but its runner for mocha does not work with the version in use here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, type Mutant } from './mutation/mutants.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Candidate extends Mutant {
  readonly file: string;
}

/** `slow`: it did not end, which is noticed too. */
type Fate = 'killed' | 'slow' | 'survived';

const root = join(import.meta.dirname, '..');
/** Of a run without a mutant; one that takes many times as long will not end. */
const patience = 5;

/** The same choice for the same seed: candidates in the order of a hash of themselves. */
function sampleOf(candidates: readonly Candidate[], size: number, seed: number): readonly Candidate[] {
  if (size === 0) return candidates;
  const rank = ({ file, start, replacement }: Candidate): number => {
    let hash = seed | 0;
    for (const character of `${file}:${start}:${replacement}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return hash;
  };
  return [...candidates].sort((a, b) => rank(a) - rank(b)).slice(0, size);
}

/** A copy of what the tests need, to write mutants into. */
function layOutCopy(): string {
  const folder = temporaryFolder('mutation');
  const parts = [
    'src',
    'test',
    'scripts',
    'docs',
    'package.json',
    '.mocharc.json',
    'eslint.config.mjs',
    'tsconfig.json',
  ];
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Whether the tests notice; undefined where they did not end. */
async function testsFail(copy: string, tests: string, timeLimitMs?: number): Promise<boolean | undefined> {
  const mocha = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', '--bail', tests], {
    cwd: copy,
    stdio: 'ignore',
    ...(timeLimitMs !== undefined && { timeout: timeLimitMs, killSignal: 'SIGKILL' }),
  });
  const [code] = (await once(mocha, 'exit')) as [number | null];
  return code === null ? undefined : code !== 0;
}

async function fateOf(
  { file, start, end, replacement }: Candidate,
  copy: string,
  timeLimitMs: number,
): Promise<Fate> {
  const code = readFileSync(join(root, file), 'utf8');
  writeFileSync(join(copy, file), code.slice(0, start) + replacement + code.slice(end));
  try {
    const near = `test/unit/${dirname(file).replace('src/', '')}`;
    for (const folder of near === 'test/unit/core' ? [near] : [near, 'test/unit/core']) {
      if (!existsSync(join(root, folder))) continue;
      const failed = await testsFail(copy, `${folder}/**/*.test.ts`, timeLimitMs);
      if (failed !== false) return failed ? 'killed' : 'slow';
    }
    return 'survived';
  } finally {
    writeFileSync(join(copy, file), code);
  }
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '' },
  },
});
const all = readdirSync(join(root, 'src/core'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/core/${file}`)
  .filter((file) => file.includes(values.files) && /(?<!\.data)\.ts$/.test(file))
  .sort()
  .flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
  );
const chosen = sampleOf(all, Number(values.sample), Number(values.seed));
const waiting = [...chosen];
const counts: Record<Fate, number> = { killed: 0, slow: 0, survived: 0 };

async function work(): Promise<void> {
  const copy = layOutCopy();
  try {
    const started = Date.now();
    if (await testsFail(copy, 'test/unit/core/**/*.test.ts'))
      throw new Error('The tests fail without a mutant.');
    const timeLimitMs = patience * (Date.now() - started);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fate = await fateOf(next, copy, timeLimitMs);
      counts[fate]++;
      if (fate === 'survived') {
        const { file, line, replacement } = next;
        console.error(`survived: ${file}:${line} → ${replacement}`);
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
const { killed, slow, survived } = counts;
const score = chosen.length === 0 ? 0 : (100 * (killed + slow)) / chosen.length;
console.log(
  JSON.stringify({
    score: Number(score.toFixed(1)),
    killed,
    slow,
    survived,
    tried: chosen.length,
    mutants: all.length,
    seed: Number(values.seed),
  }),
);
