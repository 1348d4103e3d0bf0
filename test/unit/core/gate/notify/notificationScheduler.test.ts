import assert from 'node:assert/strict';
import type { ChangeRecord } from '../../../../../src/core/gate/journal/journal.ts';
import { JournalStore } from '../../../../../src/core/gate/journal/journalStore.ts';
import { NotificationScheduler } from '../../../../../src/core/gate/notify/notificationScheduler.ts';
import type { GateNotification } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';
import { changeRecord } from '../../../../support/changeRecord.ts';
import { fieldOf } from '../../../../support/lists.ts';

/** The durations of the design. */
const settleMs = 1000;
const pushedSettleMs = 150;
const focusedWindowGraceMs = 10_000;
const deadlineMs = 10_000;
const claimLeaseMs = 30_000;

const change = (id: number, more: Partial<ChangeRecord> = {}): ChangeRecord =>
  changeRecord(id, { project: `p${id}`, ...more });

interface State {
  isOtherInFront: boolean;
  isMine: (change: ChangeRecord, isAfterGrace: boolean) => boolean;
  isReady: () => Promise<boolean>;
  notify: (signal: AbortSignal) => Promise<boolean>;
  /** How often the window was asked whether it can show something. */
  asked: number;
}

/** The scheduler of a window, and what a test changes of it. */
function startScheduler() {
  const clock = new VirtualClock();
  const log = new CollectingLog();
  const process = new Process('window', clock);
  const { journal: file } = new Disk().filesFor(process);
  const journal = new JournalStore({ file, clock, log, leads: () => true });
  const delivered: GateNotification[] = [];
  const state: State = {
    isOtherInFront: false,
    isMine: () => true,
    isReady: () => Promise.resolve(true),
    notify: () => Promise.resolve(true),
    asked: 0,
  };
  let tokens = 0;
  const scheduler = new NotificationScheduler({
    journal,
    clock,
    log,
    notifier: {
      isReady: () => {
        state.asked++;
        return state.isReady();
      },
      notify: (notification, signal) => {
        delivered.push(notification);
        return state.notify(signal);
      },
    },
    window: 'window',
    newToken: () => `t${tokens++}`,
    policy: {
      get isOtherInFront() {
        return state.isOtherInFront;
      },
      decide: (_journal, item, isAfterGrace) => (state.isMine(item, isAfterGrace) ? 'now' : 'later'),
      endUnwanted: (current) => current,
    },
  });
  const find = async (...changes: readonly ChangeRecord[]): Promise<void> => {
    await journal.update((current) => ({ ...current, changes: [...current.changes, ...changes] }));
    scheduler.schedule();
  };
  const assertShownAfter = async (ms: number): Promise<void> => {
    await clock.advance(ms - 1);
    assert.equal(delivered.length, 0);
    await clock.advance(1);
    assert.equal(delivered.length, 1);
  };
  const outcomes = () => journal.current.changes.map(({ outcome }) => outcome?.as);
  return { clock, log, scheduler, delivered, state, find, assertShownAfter, outcomes };
}

describe('NotificationScheduler', () => {
  for (const [what, sources, ms] of [
    ['a poll', ['poll'], settleMs],
    ['a check', ['check'], settleMs],
    ['a webhook', ['webhook'], pushedSettleMs],
    ['a push event', ['doorbell'], pushedSettleMs],
    ['a push and a poll together', ['webhook', 'poll'], settleMs],
  ] as const)
    it(`notifies of changes from ${what} after ${ms} ms`, async () => {
      const { find, assertShownAfter } = startScheduler();
      await find(...sources.map((source, index) => change(index + 1, { source })));
      await assertShownAfter(ms);
    });

  it('leaves a change to the focused window for ten seconds, and then shows it', async () => {
    const { state, find, assertShownAfter } = startScheduler();
    state.isOtherInFront = true;
    state.isMine = (_, isAfterGrace) => isAfterGrace;
    await find(change(1));
    await assertShownAfter(focusedWindowGraceMs);
  });

  it('gives a change that comes during a grace time its own grace time', async () => {
    const { clock, delivered, state, find } = startScheduler();
    state.isOtherInFront = true;
    state.isMine = (_, isAfterGrace) => isAfterGrace;
    await find(change(1));
    await clock.advance(focusedWindowGraceMs - 1);
    await find(change(2));
    await clock.advance(1);
    assert.deepEqual(
      delivered.map((notification) => notification.kind === 'change' && notification.change.id),
      [1],
    );
    await clock.advance(focusedWindowGraceMs);
    assert.equal(delivered.length, 2);
  });

  it('waits no longer when a focus moves that does not change which window is in front', async () => {
    const { clock, scheduler, delivered, find } = startScheduler();
    await find(change(1));
    await clock.advance(settleMs - 1);
    scheduler.refocus();
    await clock.advance(1);
    assert.equal(delivered.length, 1);
  });

  it('ends its grace time when its window comes to the front', async () => {
    const { clock, scheduler, delivered, state, find } = startScheduler();
    state.isOtherInFront = true;
    await find(change(1));
    await clock.advance(100);
    state.isOtherInFront = false;
    scheduler.refocus();
    await clock.advance(settleMs);
    assert.equal(delivered.length, 1);
  });

  it('begins a grace time when another window comes to the front', async () => {
    const { clock, scheduler, state, find, assertShownAfter } = startScheduler();
    await find(change(1));
    await clock.advance(settleMs - 1);
    state.isOtherInFront = true;
    scheduler.refocus();
    await assertShownAfter(focusedWindowGraceMs);
  });

  it('makes one attempt at a time, wherever the focus goes meanwhile', async () => {
    const { clock, scheduler, state, find } = startScheduler();
    state.isReady = () => new Promise(() => undefined);
    await find(change(1));
    await clock.advance(settleMs);
    state.isOtherInFront = true;
    scheduler.refocus();
    scheduler.schedule();
    await clock.advance(deadlineMs - 1);
    assert.equal(state.asked, 1);
  });

  it('tries again thirty seconds after a window that has not answered within ten', async () => {
    const { clock, state, find, assertShownAfter } = startScheduler();
    state.isReady = () => new Promise(() => undefined);
    await find(change(1));
    await clock.advance(settleMs);
    state.isReady = () => Promise.resolve(true);
    await assertShownAfter(deadlineMs + claimLeaseMs + settleMs);
  });

  it('claims nothing for a window that cannot show it, and shows it as new once the window can', async () => {
    const { clock, delivered, state, find, outcomes } = startScheduler();
    state.isReady = () => Promise.resolve(false);
    await find(change(1));
    await clock.advance(settleMs);
    assert.deepEqual([delivered.length, outcomes()], [0, [undefined]]);
    state.isReady = () => Promise.resolve(true);
    await clock.advance(claimLeaseMs + settleMs);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['change']);
  });

  it('repeats in a summary a change that a window did not acknowledge', async () => {
    const { clock, delivered, state, find, outcomes } = startScheduler();
    state.notify = () => {
      state.isReady = () => Promise.resolve(false);
      return Promise.resolve(true);
    };
    await find(change(1));
    await clock.advance(settleMs);
    assert.deepEqual([delivered.length, outcomes()], [1, [undefined]]);
    state.isReady = () => Promise.resolve(true);
    state.notify = () => Promise.resolve(true);
    await clock.advance(2 * claimLeaseMs);
    assert.deepEqual([delivered.map(({ kind }) => kind), outcomes()], [['change', 'summary'], ['recap']]);
  });

  it('aborts the attempt of a notifier that has not answered within ten seconds', async () => {
    const { clock, state, find } = startScheduler();
    const signals: AbortSignal[] = [];
    state.notify = (signal) => new Promise(() => signals.push(signal));
    await find(change(1));
    await clock.advance(settleMs + deadlineMs);
    assert.deepEqual(fieldOf(signals, 'aborted'), [true]);
  });

  it('logs the error of a notifier, and shows the change again', async () => {
    const { clock, log, delivered, state, find } = startScheduler();
    state.notify = () => Promise.reject(new Error('no window'));
    await find(change(1));
    await clock.advance(settleMs);
    assert.ok(log.lines.some((line) => line.includes('no window')));
    state.notify = () => Promise.resolve(true);
    await clock.advance(2 * claimLeaseMs);
    assert.equal(delivered.length, 2);
  });

  it('does not query its window without pending changes', async () => {
    const { clock, scheduler, state, find } = startScheduler();
    scheduler.schedule();
    scheduler.refocus();
    await find(change(1, { outcome: { as: 'toast', at: 1 } }));
    await clock.advance(claimLeaseMs);
    assert.equal(state.asked, 0);
  });

  it('shows new issues after a gate that changed together with them', async () => {
    const { clock, delivered, find } = startScheduler();
    await find(change(1), change(2, { category: 'newIssues' }));
    await clock.advance(2 * settleMs);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['change', 'newIssues']);
  });

  it('notifies at once when the focus comes to a window that could not show the change before', async () => {
    const { clock, scheduler, delivered, state, find } = startScheduler();
    state.isReady = () => Promise.resolve(false);
    await find(change(1));
    await clock.advance(settleMs);
    state.isReady = () => Promise.resolve(true);
    scheduler.refocus();
    await clock.advance(settleMs);
    assert.equal(delivered.length, 1);
  });

  it('logs a failed attempt, and repeats it after thirty seconds', async () => {
    const { clock, log, delivered, state, find } = startScheduler();
    state.isMine = () => {
      throw new Error('broken');
    };
    await find(change(1));
    await clock.advance(settleMs);
    assert.ok(log.lines.some((line) => line.includes('broken')));
    state.isMine = () => true;
    await clock.advance(claimLeaseMs + settleMs);
    assert.equal(delivered.length, 1);
  });

  it('shows nothing after an end during the query of its window', async () => {
    const { clock, scheduler, delivered, state, find } = startScheduler();
    state.isReady = () => {
      scheduler.dispose();
      return Promise.resolve(true);
    };
    await find(change(1));
    await clock.advance(2 * claimLeaseMs);
    assert.equal(delivered.length, 0);
  });

  it('shows nothing after its end', async () => {
    const { clock, scheduler, delivered, state, find } = startScheduler();
    await find(change(1));
    scheduler.dispose();
    scheduler.schedule();
    await clock.advance(2 * claimLeaseMs);
    assert.deepEqual([delivered.length, state.asked], [0, 0]);
  });

  it('shows a change that comes after a broken attempt as soon as any other change', async () => {
    const { clock, delivered, state, find } = startScheduler();
    state.isMine = () => {
      throw new Error('broken');
    };
    await find(change(1));
    await clock.advance(settleMs);
    state.isMine = () => true;
    await find(change(2));
    await clock.advance(settleMs);
    assert.equal(delivered.length, 1);
  });

  it('checks a change that another window shows only every thirty seconds', async () => {
    const { clock, state, find } = startScheduler();
    let looks = 0;
    state.isMine = () => {
      looks++;
      return false;
    };
    await find(change(1));
    await clock.advance(settleMs);
    const before = looks;
    await clock.advance(claimLeaseMs + settleMs - 1);
    assert.equal(looks, before);
    await clock.advance(1);
    assert.ok(looks > before);
  });
});
