import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/**
 * Mocha's dots, closed by the line that every part of the tests ends with: `N passed, N failed`. When
 * `SERVICE_TEST_RESULT` names a file, the counts go there instead, for a runner that adds several runs up.
 */
export default class ClosingLine extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const { passes: passed, failures: failed } = this.stats;
      const file = process.env.SERVICE_TEST_RESULT;
      if (file === undefined) console.log(`${passed} passed, ${failed} failed`);
      else writeFileSync(file, JSON.stringify({ passed, failed }));
    });
  }
}
