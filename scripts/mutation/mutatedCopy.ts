import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGroup } from '../processGroup.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import type { Mutant } from './mutants.ts';

/** A mutant of a file, whose path is relative to the repository. */
export interface FileMutant extends Mutant {
  readonly file: string;
}

/** For a machine that is busy with something else. */
const shortestLimitMs = 20_000;
/** Tests that take this many times as long as without a mutant count as endless. */
const patience = 5;

/** The parts of the repository that tests read. */
const parts = (
  'src test scripts docs l10n media package.json package.nls.json package.nls.de.json .mocharc.json ' +
  'eslint.config.mjs tsconfig.json README.md CONTRIBUTING.md'
).split(' ');

/** A copy of the files that tests need, into which one mutant at a time is written. */
export class MutatedCopy {
  readonly root: string;
  readonly #folder = temporaryFolder('mutation');
  /** The limit for tests that ran without a mutant, by their names. */
  readonly #limits = new Map<string, number>();

  constructor(from: string) {
    this.root = join(this.#folder, 'repository');
    for (const part of parts) cpSync(join(from, part), join(this.root, part), { recursive: true });
    symlinkSync(join(from, 'node_modules'), join(this.root, 'node_modules'));
  }

  /**
   * Returns whether one of the tests fails, or does not end, with the mutant. Afterwards, the source is as before.
   * @throws Error when they fail without it
   */
  async notices({ file, start, end, replacement }: FileMutant, tests: readonly string[]): Promise<boolean> {
    const started = Date.now();
    const limit = this.#limits.get(tests.join());
    if (limit === undefined) {
      if (!(await this.#pass(tests, 15 * 60_000))) throw new Error(`Fails without a mutant: ${tests.join()}`);
      this.#limits.set(tests.join(), Math.max(shortestLimitMs, patience * (Date.now() - started)));
    }
    const path = join(this.root, file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, code.slice(0, start) + replacement + code.slice(end));
    try {
      return !(await this.#pass(tests, limit ?? this.#limits.get(tests.join()) ?? shortestLimitMs));
    } finally {
      writeFileSync(path, code);
    }
  }

  async #pass(tests: readonly string[], limitMs: number): Promise<boolean> {
    const temporary = join(this.#folder, 'temporary');
    mkdirSync(temporary);
    await using mocha = await startGroup(
      process.execPath,
      [
        // `exit`: a mutant can leave a timer behind. The limits of single tests are too short for a busy machine.
        'node_modules/mocha/bin/mocha.js',
        '--bail',
        '--exit',
        '--timeout',
        String(limitMs),
        ...tests,
      ],
      {
        cwd: this.root,
        stdio: 'ignore',
        // Only the changed file is compiled again.
        env: { ...process.env, TMPDIR: temporary, NODE_COMPILE_CACHE: join(this.#folder, 'compiled') },
      },
    );
    const limit = setTimeout(() => void mocha.stop(), limitMs);
    const code = await mocha.exited;
    clearTimeout(limit);
    // Tests that were ended leave files.
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    return code === 0;
  }
}
