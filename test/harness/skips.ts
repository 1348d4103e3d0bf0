import { relative } from 'node:path';
import type { Context } from 'mocha';
import { notOnWindows, notUnderWine, type Skips } from './notOnWindows.data.ts';

const isWine = process.env.SERVICE_TEST_WINE !== undefined;
const lists: readonly Skips[] =
  process.platform !== 'win32' ? [] : isWine ? [notOnWindows, notUnderWine] : [notOnWindows];
const places = lists.flatMap((list) => Object.values(list).flat());

/** Milliseconds that each test has under Wine, where opening files and starting programs take several times as long. */
const wineLimitMs = 300_000;

/** Skips the tests that a system cannot run. */
export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    const file = relative('', test?.file ?? '').replaceAll('\\', '/');
    if (places.some((place) => `${file}: ${test?.title ?? ''}`.startsWith(place))) this.skip();
    if (isWine && test) test.timeout(Math.max(test.timeout(), wineLimitMs));
  },
};
