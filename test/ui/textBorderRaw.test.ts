import assert from 'node:assert/strict';
import { hostileNameScenario, places } from './textBorder.ts';

/** What the editor itself makes of a name: why a place has a wrapper, or needs none. */
hostileNameScenario((shown) => {
  for (const place of places) {
    const { api, renders = [], shownBy } = place;
    const made = renders.length === 0 ? 'plain text' : renders.join(' and ');
    it(`is ${made} for ${api}, shown by the editor`, async () => {
      assert.deepEqual(await shown(`${shownBy}.raw`, place), renders);
    });
  }
});
