import type { Suite } from 'mocha';

/** A suite whose tests are steps of one story: after a step that failed the rest means nothing and is skipped. */
export function story(title: string, tell: (suite: Suite) => void): void {
  describe(title, function () {
    let broken = false;
    beforeEach(function () {
      if (broken) this.skip();
    });
    afterEach(function () {
      broken ||= this.currentTest?.state === 'failed';
    });
    tell(this);
  });
}
