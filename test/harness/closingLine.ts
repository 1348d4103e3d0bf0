import Mocha from 'mocha';
import { closingLine } from './editorRun.ts';
import { collectRecords, noteRecords } from './testRecords.ts';

/** Mocha's dots, closed by the line that every part of the tests ends with: `N passed, N failed`. */
export default class ClosingLine extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const records = collectRecords(runner);
    let noted = 0;
    const note = (): void => {
      noteRecords(records.slice(noted));
      noted = records.length;
    };
    // At once, for a run that does not end.
    runner.on('fail', note);
    runner.once('end', () => {
      note();
      console.log(closingLine({ passed: this.stats.passes, failed: this.stats.failures }));
    });
  }
}
