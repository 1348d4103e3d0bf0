import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { Counts } from './editorRun.ts';
import { collectSeconds, collectRecords, noteRecords } from './testRecords.ts';

/** How a run of mocha went. */
export interface Outcome extends Counts {
  /** Unknown for several runs together. */
  readonly skipped?: number;
  /** How long the tests and hooks of each file took. */
  readonly seconds: Readonly<Record<string, number>>;
}

/**
 * Mocha's dots, closed by the line that every part of the tests ends with: `N passed, N failed`. When
 * `SERVICE_TEST_RESULT` names a file, the {@link Outcome} goes there instead, for a runner that adds several runs up. A run
 * that is stopped has left that of the suites before.
 */
export default class ClosingLine extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const records = collectRecords(runner);
    const seconds = collectSeconds(runner);
    let noted = 0;
    const note = (): void => {
      noteRecords(records.slice(noted));
      noted = records.length;
    };
    // At once, for a run that does not end.
    runner.on('fail', note);
    const file = process.env.SERVICE_TEST_RESULT;
    const write = (): void => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      if (file !== undefined)
        writeFileSync(file, JSON.stringify({ passed, failed, skipped, seconds } satisfies Outcome));
    };
    runner.on('suite end', write);
    runner.once('end', () => {
      note();
      write();
      if (file === undefined) console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`);
    });
  }
}
