import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import type { Candidate } from './candidates.ts';
import { runTests, type TestRun } from './testRun.ts';

/** For a machine that is busy with something else. */
const shortestLimitMs = 20_000;
/** A run without the end of a test for this many times as long as without a mutant counts as endless. */
const patience = 5;

/** The parts of the repository that tests read. */
const parts = [
  ...['src', 'test', 'scripts', 'docs', 'l10n', 'media'],
  ...['package.json', 'package.nls.json', 'package.nls.de.json'],
  ...['.mocharc.json', 'eslint.config.mjs', 'tsconfig.json', 'README.md', 'CONTRIBUTING.md'],
];

export interface TestsToRun {
  readonly tests: readonly string[];
  /** The longest time in which no test ended, without a mutant. */
  readonly longestPauseMs: number;
  /** Whether a test starts what `npm run build` writes. */
  readonly needBuild: boolean;
}

/** A copy of the files that tests need, into which one mutant at a time is written. */
export class MutatedCopy {
  readonly root: string;
  readonly #folder = temporaryFolder('mutation');
  /** The mutant that is in the build, `null` for none; undefined before the first build. */
  #built: Candidate | null | undefined;
  /** The sources in the build. */
  #sources: ReadonlySet<string> = new Set();

  /** @param from root of the repository */
  constructor(from: string) {
    this.root = join(this.#folder, 'repository');
    for (const part of parts) cpSync(join(from, part), join(this.root, part), { recursive: true });
    symlinkSync(join(from, 'node_modules'), join(this.root, 'node_modules'));
    mkdirSync(this.#temporary);
  }

  get #temporary(): string {
    return join(this.#folder, 'temporary');
  }

  /** Runs tests with a mutant, or without one. Afterwards, the source is as before. */
  async run(
    { tests, longestPauseMs, needBuild }: TestsToRun,
    mutant: Candidate | null,
    variables: NodeJS.ProcessEnv = {},
  ): Promise<TestRun> {
    const restore = mutant ? this.#write(mutant) : undefined;
    try {
      if (needBuild) await this.#build(mutant);
      return await runTests(this.root, tests, Math.max(shortestLimitMs, patience * longestPauseMs), {
        TMPDIR: this.#temporary,
        SERVICE_BUILT: '1',
        // Only the changed file is compiled again.
        NODE_COMPILE_CACHE: join(this.#folder, 'compiled'),
        ...variables,
      });
    } finally {
      restore?.();
      // Tests that were ended leave files.
      rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 });
      mkdirSync(this.#temporary);
    }
  }

  /** Returns a function that writes the former text again. */
  #write({ file, start, end, replacement }: Candidate): () => void {
    const path = join(this.root, file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, code.slice(0, start) + replacement + code.slice(end));
    return () => {
      writeFileSync(path, code);
    };
  }

  /** Writes `dist/` again unless it has what it would get: a mutant of another source does not change it. */
  async #build(mutant: Candidate | null): Promise<void> {
    const isWithout = this.#built !== undefined && mutant !== null && !this.#sources.has(mutant.file);
    const wanted = isWithout ? null : mutant;
    if (this.#built === wanted) return;
    this.#built = undefined;
    const dist = join(this.root, 'dist');
    await run(process.execPath, ['scripts/build.ts', '--outdir', dist], this.root);
    this.#built = wanted;
    const { outputs } = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as {
      outputs: Record<string, { inputs: Record<string, unknown> }>;
    };
    this.#sources = new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
