import assert from 'node:assert/strict';
import type { Change } from '../../../../../src/core/gate/journal/journal.ts';
import { JournalStore } from '../../../../../src/core/gate/journal/journalStore.ts';
import { Announcer } from '../../../../../src/core/gate/notify/announcer.ts';
import type { News } from '../../../../../src/core/gate/notify/news.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';

/** What the design names. */
const settleMs = 1000;
const pushedSettleMs = 150;
const courtesyMs = 4000;
const deadlineMs = 10_000;
const claimLifetimeMs = 30_000;

const change = (id: number, more: Partial<Change> = {}): Change => ({
  id,
  connection: 'c',
  project: `p${id}`,
  from: 'OK',
  to: 'ERROR',
  at: id,
  source: 'poll',
  ...more,
});

interface State {
  isOtherInFront: boolean;
  isMine: (change: Change, isAfterCourtesy: boolean) => boolean;
  isReady: () => Promise<boolean>;
  tell: () => Promise<boolean>;
  /** How often the window was asked whether it can show something. */
  asked: number;
}

/** The announcer of a window, and what a test changes of it. */
function desk() {
  const clock = new VirtualClock();
  const log = new CollectingLog();
  const process = new Process('window', clock);
  const { journal: file } = new Disk().filesFor(process);
  const journal = new JournalStore({ file, clock, log, leads: () => true });
  const told: News[] = [];
  const state: State = {
    isOtherInFront: false,
    isMine: () => true,
    isReady: () => Promise.resolve(true),
    tell: () => Promise.resolve(true),
    asked: 0,
  };
  let tokens = 0;
  const announcer = new Announcer({
    journal,
    clock,
    log,
    teller: {
      isReady: () => {
        state.asked++;
        return state.isReady();
      },
      tell: (news) => {
        told.push(news);
        return state.tell();
      },
    },
    window: 'window',
    newToken: () => `t${tokens++}`,
    isSwitchedOff: () => false,
    isOtherInFront: () => state.isOtherInFront,
    isMine: (item, isAfterCourtesy) => state.isMine(item, isAfterCourtesy),
  });
  const find = async (...changes: readonly Change[]): Promise<void> => {
    await journal.update((current) => ({
      ...current,
      changes: [...current.changes, ...changes],
    }));
    announcer.announce();
  };
  const outcomes = () => journal.current.changes.map(({ outcome }) => outcome?.as);
  return { clock, log, announcer, told, state, find, outcomes };
}

describe('Announcer', () => {
  for (const [what, sources, ms] of [
    ['a poll', ['poll'], settleMs],
    ['a check', ['check'], settleMs],
    ['a webhook', ['webhook'], pushedSettleMs],
    ['a push event', ['doorbell'], pushedSettleMs],
    ['a push and a poll together', ['webhook', 'poll'], settleMs],
  ] as const)
    it(`tells what ${what} found after ${ms} ms`, async () => {
      const { clock, told, find } = desk();
      await find(...sources.map((source, index) => change(index + 1, { source })));
      await clock.advance(ms - 1);
      assert.equal(told.length, 0);
      await clock.advance(1);
      assert.equal(told.length, 1);
    });

  it('writes down that a change was shown', async () => {
    const { clock, find, outcomes } = desk();
    await find(change(1));
    await clock.advance(settleMs);
    assert.deepEqual(outcomes(), ['toast']);
  });

  it('leaves a change to the window in front for four seconds, and tells it then', async () => {
    const { clock, told, state, find } = desk();
    state.isOtherInFront = true;
    state.isMine = (_, isAfterCourtesy) => isAfterCourtesy;
    await find(change(1));
    await clock.advance(courtesyMs - 1);
    assert.equal(told.length, 0);
    await clock.advance(1);
    assert.equal(told.length, 1);
  });

  it('gives a change that comes during a courtesy one of its own', async () => {
    const { clock, told, state, find } = desk();
    state.isOtherInFront = true;
    state.isMine = (_, isAfterCourtesy) => isAfterCourtesy;
    await find(change(1));
    await clock.advance(courtesyMs - 1);
    await find(change(2));
    await clock.advance(1);
    assert.deepEqual(
      told.map((news) => news.kind === 'change' && news.change.id),
      [1],
    );
    await clock.advance(courtesyMs);
    assert.equal(told.length, 2);
  });

  it('waits no longer when a focus moves that does not change which window is in front', async () => {
    const { clock, announcer, told, find } = desk();
    await find(change(1));
    await clock.advance(settleMs - 1);
    announcer.refocus();
    await clock.advance(1);
    assert.equal(told.length, 1);
  });

  it('ends a courtesy when its window comes to the front', async () => {
    const { clock, announcer, told, state, find } = desk();
    state.isOtherInFront = true;
    await find(change(1));
    await clock.advance(100);
    state.isOtherInFront = false;
    announcer.refocus();
    await clock.advance(settleMs);
    assert.equal(told.length, 1);
  });

  it('begins a courtesy when another window comes to the front', async () => {
    const { clock, announcer, told, state, find } = desk();
    await find(change(1));
    await clock.advance(settleMs - 1);
    state.isOtherInFront = true;
    announcer.refocus();
    await clock.advance(courtesyMs - 1);
    assert.equal(told.length, 0);
    await clock.advance(1);
    assert.equal(told.length, 1);
  });

  it('makes one attempt at a time, wherever the focus goes meanwhile', async () => {
    const { clock, announcer, state, find } = desk();
    state.isReady = () => new Promise(() => undefined);
    await find(change(1));
    await clock.advance(settleMs);
    state.isOtherInFront = true;
    announcer.refocus();
    announcer.announce();
    await clock.advance(deadlineMs - 1);
    assert.equal(state.asked, 1);
  });

  it('tries again thirty seconds after a window that has not answered within ten', async () => {
    const { clock, told, state, find } = desk();
    state.isReady = () => new Promise(() => undefined);
    await find(change(1));
    await clock.advance(settleMs);
    state.isReady = () => Promise.resolve(true);
    await clock.advance(deadlineMs + claimLifetimeMs + settleMs - 1);
    assert.equal(told.length, 0);
    await clock.advance(1);
    assert.equal(told.length, 1);
  });

  it('claims nothing for a window that cannot show it, and tells it as new when the window can', async () => {
    const { clock, told, state, find, outcomes } = desk();
    state.isReady = () => Promise.resolve(false);
    await find(change(1));
    await clock.advance(settleMs);
    assert.deepEqual([told.length, outcomes()], [0, [undefined]]);
    state.isReady = () => Promise.resolve(true);
    await clock.advance(claimLifetimeMs + settleMs);
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['change'],
    );
  });

  it('tells again, as a recap, what a window was given that did not answer afterwards', async () => {
    const { clock, told, state, find, outcomes } = desk();
    state.tell = () => {
      state.isReady = () => Promise.resolve(false);
      return Promise.resolve(true);
    };
    await find(change(1));
    await clock.advance(settleMs);
    assert.deepEqual([told.length, outcomes()], [1, [undefined]]);
    state.isReady = () => Promise.resolve(true);
    state.tell = () => Promise.resolve(true);
    await clock.advance(2 * claimLifetimeMs);
    assert.deepEqual([told.map(({ kind }) => kind), outcomes()], [['change', 'recap'], ['recap']]);
  });

  it('logs why a teller has failed, and tells its change again', async () => {
    const { clock, log, told, state, find } = desk();
    state.tell = () => Promise.reject(new Error('no window'));
    await find(change(1));
    await clock.advance(settleMs);
    assert.ok(log.lines.some((line) => line.includes('no window')));
    state.tell = () => Promise.resolve(true);
    await clock.advance(2 * claimLifetimeMs);
    assert.equal(told.length, 2);
  });

  it('asks its window nothing while nothing is to be told', async () => {
    const { clock, announcer, state, find } = desk();
    announcer.announce();
    announcer.refocus();
    await find(change(1, { outcome: { as: 'toast', at: 1 } }));
    await clock.advance(claimLifetimeMs);
    assert.equal(state.asked, 0);
  });

  it('tells a second change after the first', async () => {
    const { clock, told, find } = desk();
    await find(change(1));
    await clock.advance(settleMs);
    await find(change(2));
    await clock.advance(settleMs);
    assert.equal(told.length, 2);
  });

  it('tells new issues that came together with a gate after it', async () => {
    const { clock, told, find } = desk();
    await find(change(1), change(2, { category: 'newIssues' }));
    await clock.advance(2 * settleMs);
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['change', 'newIssues'],
    );
  });

  it('tells at once, not thirty seconds later, when the focus comes to a window that could not show it', async () => {
    const { clock, announcer, told, state, find } = desk();
    state.isReady = () => Promise.resolve(false);
    await find(change(1));
    await clock.advance(settleMs);
    state.isReady = () => Promise.resolve(true);
    announcer.refocus();
    await clock.advance(settleMs);
    assert.equal(told.length, 1);
  });

  it('logs an attempt that broke, and makes another one after thirty seconds', async () => {
    const { clock, log, told, state, find } = desk();
    state.isMine = () => {
      throw new Error('broken');
    };
    await find(change(1));
    await clock.advance(settleMs);
    assert.ok(log.lines.some((line) => line.includes('broken')));
    state.isMine = () => true;
    await clock.advance(claimLifetimeMs + settleMs);
    assert.equal(told.length, 1);
  });

  it('asks its window nothing about a change that is found after its end', async () => {
    const { clock, announcer, told, state, find } = desk();
    announcer.dispose();
    await find(change(1));
    await clock.advance(2 * claimLifetimeMs);
    assert.deepEqual([told.length, state.asked], [0, 0]);
  });

  it('tells nothing after an end that comes while its window is asked', async () => {
    const { clock, announcer, told, state, find } = desk();
    state.isReady = () => {
      announcer.dispose();
      return Promise.resolve(true);
    };
    await find(change(1));
    await clock.advance(2 * claimLifetimeMs);
    assert.equal(told.length, 0);
  });

  it('tells nothing after its end', async () => {
    const { clock, announcer, told, state, find } = desk();
    await find(change(1));
    announcer.dispose();
    announcer.announce();
    await clock.advance(2 * claimLifetimeMs);
    assert.deepEqual([told.length, state.asked], [0, 0]);
  });
});
