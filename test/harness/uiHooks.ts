import type { Context, RootHookObject } from 'mocha';
import { exitOnSignals } from '../../scripts/processGroup.ts';
import { closeAll, describeWindows } from './ui.ts';

exitOnSignals();

/** For `mocha --require`: says what windows show when a test fails, and leaves no editor and no browser behind. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    if (this.currentTest?.state === 'failed') console.error(await describeWindows());
  },
  afterAll: closeAll,
};
