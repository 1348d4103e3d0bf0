import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import { type ChangeRecord, emptyJournal } from '../../../../../src/core/gate/journal/journal.ts';
import { claim, claimLeaseMs } from '../../../../../src/core/gate/notify/claims.ts';
import type { Notifier } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { mute } from '../../../../../src/core/gate/notify/mutes.ts';
import { NotificationPolicy } from '../../../../../src/core/gate/notify/notificationPolicy.ts';
import { serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { startMonitor, startTime, type WindowSetup } from '../startMonitor.ts';

const change: ChangeRecord = {
  id: 1,
  connection: 'c',
  project: 'p',
  from: 'OK',
  to: 'ERROR',
  at: 1,
  source: 'poll',
};
const journal = { ...emptyJournal, sequence: 1, changes: [change] };

const usual = {
  isFocused: false,
  isOtherFocused: false,
  isOtherFocusedLater: false,
  watchedProjects: [] as readonly string[],
  receiveNotifications: true,
  notifiesNewIssues: true,
  notifiesPassed: true,
  isDiskBroken: false,
  leads: false,
  isOnlyHere: false,
};
type Facts = Partial<typeof usual>;

let now = 10;

function policyOf(given: Facts): NotificationPolicy {
  const facts = { ...usual, ...given };
  return new NotificationPolicy({
    journal: {
      storageFailure: facts.isDiskBroken ? new Failure('storage', 'The disk is full') : undefined,
      isOnlyHere: () => facts.isOnlyHere,
    },
    leadership: { epochOf: () => (facts.leads ? 1 : undefined) },
    registry: facts,
    window: { isFocused: () => facts.isFocused },
    clock: { now: () => now },
    watchedOf: () => ({
      connection: { ...serverConnection('c'), receiveNotifications: facts.receiveNotifications },
      gates: facts.watchedProjects.map((project) => ({ project })),
    }),
    notifiesNewIssues: () => facts.notifiesNewIssues,
    notifiesPassed: () => facts.notifiesPassed,
  });
}

describe('NotificationPolicy', () => {
  beforeEach(() => (now = 10));

  const cases: readonly [title: string, facts: Facts, before: string, afterGrace: string][] = [
    ['the focused window shows a change now', { isFocused: true }, 'now', 'now'],
    [
      'a focused window leaves a change to one that got the focus later, then shows it',
      { isFocused: true, isOtherFocused: true, isOtherFocusedLater: true },
      'later',
      'now',
    ],
    [
      'a window without focus shows the changes of its folders after the grace time',
      { watchedProjects: ['p'] },
      'later',
      'now',
    ],
    [
      'a window without focus never shows the changes of other folders',
      { watchedProjects: ['q'] },
      'later',
      'later',
    ],
    [
      'the leader alone shows what no other window can know, while the disk fails',
      { isDiskBroken: true, leads: true, isOnlyHere: true },
      'now',
      'now',
    ],
    [
      'the leader leaves alone what other windows may be showing, while the disk fails',
      { isDiskBroken: true, leads: true, isFocused: true },
      'later',
      'later',
    ],
    [
      'a window that does not lead shows nothing while the disk fails',
      { isDiskBroken: true, isOnlyHere: true, isFocused: true },
      'later',
      'later',
    ],
    [
      'a connection without notifications causes none',
      { isFocused: true, receiveNotifications: false },
      'no',
      'no',
    ],
  ];
  for (const [title, facts, before, afterGrace] of cases)
    it(title, () => {
      const policy = policyOf(facts);
      assert.deepEqual(
        [policy.decide(journal, change, false), policy.decide(journal, change, true)],
        [before, afterGrace],
      );
    });

  it('a muted project causes no notification in any window', () => {
    const muted = mute(journal, { connection: 'c', project: 'p', at: 0 });
    for (const isFocused of [true, false])
      assert.equal(policyOf({ isFocused }).decide(muted, change, true), 'no');
  });

  it('ends a change to passed if the user wants failures only, and leaves new issues and failures', () => {
    const policy = policyOf({ isFocused: true, notifiesPassed: false });
    const passed = { ...change, from: 'ERROR', to: 'OK' };
    assert.equal(policy.decide(journal, passed, false), 'no');
    assert.equal(policy.decide(journal, change, false), 'now');
    assert.equal(policy.decide(journal, { ...passed, category: 'newIssues' }, false), 'now');
    assert.equal(policy.decide(journal, { ...passed, to: 'NEWER_THAN_WE_ARE' }, false), 'now');
  });

  it('the setting for new issues does not concern changes of a gate', () => {
    const policy = policyOf({ isFocused: true, notifiesNewIssues: false });
    assert.equal(policy.decide(journal, change, false), 'now');
    assert.equal(policy.decide(journal, { ...change, category: 'newIssues' }, false), 'no');
  });

  it('another window is in front only while this one is not', () => {
    assert.equal(policyOf({ isOtherFocused: true }).isOtherInFront, true);
    assert.equal(policyOf({ isFocused: true, isOtherFocused: true }).isOtherInFront, false);
    assert.equal(policyOf({}).isOtherInFront, false);
  });

  it('a change that the user does not want ends as muted', () => {
    const muted = policyOf({ receiveNotifications: false }).endUnwanted(journal);
    assert.deepEqual(muted.changes[0]?.outcome, { as: 'muted', at: 10 });
    assert.equal(policyOf({}).endUnwanted(journal), journal);
  });

  it('a muted change that a window may be showing stays pending until its claim expires', () => {
    const claimed = claim(journal, { token: 't', window: 'one', now, isMine: () => true });
    const muted = mute(claimed, { connection: 'c', at: 0 });
    assert.equal(policyOf({}).endUnwanted(muted), muted);
    now += claimLeaseMs;
    assert.equal(policyOf({}).endUnwanted(muted).changes[0]?.outcome?.as, 'muted');
  });
});

/** Its page has crashed, its host lives on. */
const crashed: Notifier = {
  isReady: () => new Promise(() => undefined),
  notify: () => assert.fail('a window that does not answer was asked to tell'),
};

/** Two windows, the first of which polls. Neither has the focus. */
async function twoWindows(setupOfOther: WindowSetup = {}) {
  const one = await startMonitor({ isFocused: false });
  const { clock, platform } = one;
  const two = await one.openAnother(setupOfOther);
  await clock.advance(5000);
  const gateChange = () => platform.analyse('p', 'ERROR', startTime + clock.elapsed);
  return { clock, gateChange, one, two };
}

describe('the notifying window', () => {
  for (const [first, last] of [
    ['one', 'two'],
    ['two', 'one'],
  ] as const)
    for (const asking of ['one', 'two'] as const)
      it(`is window ${last} if both believe to have the focus and it got the focus later, as computed in ${asking}`, async () => {
        const { clock, gateChange, ...windows } = await twoWindows();
        windows[first].setFocus(true);
        await clock.advance(1000);
        windows[last].setFocus(true);
        await clock.advance(1000);
        gateChange();
        void windows[asking].monitor.check();
        await clock.advance(10_000);
        assert.deepEqual([windows[first].delivered.length, windows[last].delivered.length], [0, 1]);
      });

  it('is the window that gets the focus while another one is about to', async () => {
    const { clock, gateChange, one, two } = await twoWindows();
    one.setFocus(true);
    await clock.advance(1000);
    gateChange();
    void one.monitor.check();
    await clock.advance(500);
    assert.equal(one.monitor.journal.changes().length, 1);
    two.setFocus(true);
    await clock.advance(10_000);
    assert.deepEqual([one.delivered.length, two.delivered.length], [0, 1]);
  });

  it('is, after a grace time, another window that believes to have the focus if the last one has crashed', async () => {
    const { clock, gateChange, one, two } = await twoWindows({ notifier: crashed });
    one.setFocus(true);
    await clock.advance(1000);
    two.setFocus(true);
    gateChange();
    void one.monitor.check();
    await clock.advance(3000);
    assert.equal(one.delivered.length, 0);
    await clock.advance(8000);
    assert.equal(one.delivered.length, 1);
  });

  it('is a window with the folder if no window has the focus', async () => {
    const { clock, gateChange, one, two } = await twoWindows({ projects: ['q'] });
    gateChange();
    void two.monitor.check();
    await clock.advance(10_000);
    assert.deepEqual([one.delivered.length, two.delivered.length], [1, 0]);
  });
});
