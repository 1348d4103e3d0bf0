import { relative } from 'node:path';
import type { Context } from 'mocha';
import { notOnWindows, notUnderWine, type Skips } from './notOnWindows.data.ts';

const lists: readonly Skips[] =
  process.platform !== 'win32'
    ? []
    : process.env.SERVICE_TEST_WINE === undefined
      ? [notOnWindows]
      : [notOnWindows, notUnderWine];
const places = lists.flatMap((list) => Object.values(list).flat());

/** Skips the tests that a system cannot run. */
export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    const file = relative('', test?.file ?? '').replaceAll('\\', '/');
    if (places.some((place) => `${file}: ${test?.title ?? ''}`.startsWith(place))) this.skip();
  },
};
