import assert from 'node:assert/strict';
import type { Page } from '../../../../src/core/api/client.ts';
import type { Project } from '../../../../src/core/api/components.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { ProjectSearch } from '../../../../src/extension/bindings/projectSearch.ts';
import { settle, VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { fieldOf } from '../../../support/lists.ts';

const projects = (...keys: string[]): readonly Project[] => keys.map((key) => ({ key, name: key }));

function setUp() {
  const clock = new VirtualClock();
  const asked: {
    readonly text: string;
    readonly page: number;
    readonly signal: AbortSignal;
    readonly answer: (page: Page<Project>) => Promise<void>;
    readonly fail: (failure: Failure) => Promise<void>;
  }[] = [];
  const search = new ProjectSearch({
    clock,
    log: new CollectingLog(),
    search: (text, page, signal) =>
      new Promise((resolve, reject) =>
        asked.push({
          text,
          page,
          signal,
          answer: (found) => (resolve(found), settle()),
          fail: (failure) => (reject(failure), settle()),
        }),
      ),
  });
  return { clock, asked, search, keys: () => search.view.projects.map(({ key }) => key) };
}

describe('project search', () => {
  it('shows the first projects at once, then waits for a pause, so that a word is one request', async () => {
    const { search, asked, clock, keys } = setUp();
    search.type('');
    assert.equal(search.busy, true);
    await asked[0]?.answer({ items: projects('a', 'b'), total: 2 });
    assert.deepEqual(keys(), ['a', 'b']);
    assert.deepEqual([search.hasMore, search.busy], [false, false]);
    for (const text of ['d', 'de', 'demo']) {
      search.type(text);
      await clock.advance(100);
    }
    assert.equal(asked.length, 1);
    assert.equal(search.outdated, true);
    await clock.advance(250);
    assert.deepEqual(fieldOf(asked, 'text'), ['', 'demo']);
  });

  it('drops the answer to an outdated search', async () => {
    const { search, asked, clock, keys } = setUp();
    search.type('');
    search.type('new');
    assert.equal(asked[0]?.signal.aborted, true);
    await clock.advance(250);
    assert.equal(search.outdated, true);
    await asked[1]?.answer({ items: projects('new'), total: 1 });
    assert.equal(search.outdated, false);
    await asked[0].answer({ items: projects('old'), total: 1 });
    assert.deepEqual(keys(), ['new']);
  });

  it('reads page by page, and knows a project that comes twice', async () => {
    const { search, asked, keys } = setUp();
    search.type('');
    await asked[0]?.answer({ items: projects('a', 'b'), total: 4 });
    assert.equal(search.hasMore, true);
    search.more();
    search.more();
    assert.equal(asked.length, 2);
    assert.equal(asked[1]?.page, 2);
    await asked[1].answer({ items: projects('b', 'c', 'd'), total: 4 });
    assert.deepEqual(keys(), ['a', 'b', 'c', 'd']);
    assert.equal(search.hasMore, false);
  });

  it('ends at a page without new projects, whatever the total says: a search has at most 10,000', async () => {
    const { search, asked } = setUp();
    search.type('');
    await asked[0]?.answer({ items: projects('a'), total: 12_000 });
    search.more();
    await asked[1]?.answer({ items: [], total: 12_000 });
    assert.equal(search.hasMore, false);
    search.more();
    assert.equal(asked.length, 2);
  });

  it('keeps its results when a page fails, and requests that page again', async () => {
    const { search, asked, keys } = setUp();
    search.type('');
    await asked[0]?.answer({ items: projects('a'), total: 2 });
    search.more();
    await asked[1]?.fail(new Failure('timeout', 'late'));
    assert.equal(search.view.failure?.code, 'timeout');
    assert.deepEqual(keys(), ['a']);
    search.more();
    assert.equal(asked[2]?.page, 2);
    await asked[2].answer({ items: projects('b'), total: 2 });
    assert.equal(search.view.failure, undefined);
    assert.deepEqual(keys(), ['a', 'b']);
  });

  it('fires nothing after it is closed', async () => {
    const { search, asked } = setUp();
    let changes = 0;
    search.type('');
    search.onDidChange(() => changes++);
    search.dispose();
    await asked[0]?.answer({ items: projects('a'), total: 1 });
    assert.equal(changes, 0);
  });
});
