import type { Suite } from 'mocha';

export interface Stage {
  readonly suite: Suite;
  /** Waits for something to start, and stops it after the last step, in the reverse order of the starts. */
  readonly keep: <T extends AsyncDisposable>(starting: Promise<T>) => Promise<T>;
}

/** A suite whose tests are steps of one scenario: after a step that failed the rest means nothing and is skipped. */
export function scenario(title: string, define: (stage: Stage) => void): void {
  describe(title, function () {
    let broken = false;
    const kept: AsyncDisposable[] = [];
    beforeEach(function () {
      if (broken) this.skip();
    });
    afterEach(function () {
      broken ||= this.currentTest?.state === 'failed';
    });
    define({
      suite: this,
      keep: async (starting) => {
        const started = await starting;
        kept.push(started);
        return started;
      },
    });
    // Last, so that what a scenario does at its end still finds everything there.
    after(async () => {
      const errors: unknown[] = [];
      for (const thing of kept.reverse())
        try {
          await thing[Symbol.asyncDispose]();
        } catch (error) {
          errors.push(error);
        }
      if (errors.length > 1) throw new AggregateError(errors, errors.join('\n'));
      if (errors.length === 1) throw errors[0];
    });
  });
}
