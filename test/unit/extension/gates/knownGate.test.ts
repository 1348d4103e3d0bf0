import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import type { KnownState } from '../../../../src/extension/connections/states.ts';
import { gateReader, worstOf, type KnownGate } from '../../../../src/extension/gates/knownGate.ts';
import { minute, startMonitor, type Setup } from '../../core/gate/startMonitor.ts';

const connected: KnownState = { state: 'connected', version: '26.9', login: 'ada', administers: false };

/** The reader of a window whose gate has passed at its first poll. */
async function setUp(setup: Setup = {}) {
  const monitored = await startMonitor(setup);
  const shown = { state: connected };
  const reader = gateReader(monitored.monitor.journal, { of: () => shown.state });
  const lastChecked = monitored.monitor.journal.checkedAt('one', 'p');
  return { ...monitored, shown, lastChecked, gateOf: () => reader.gateOf('one', 'p') };
}

describe('the gate that view and status bar show', () => {
  for (const [fault, problem] of [
    ['unauthorized', { state: 'tokenRefused' }],
    ['refused', { state: 'pollFails', code: 'unreachable' }],
  ] as const)
    it(`is stale since the last answer while polls fail (${fault}), and not any more when they succeed`, async () => {
      const { clock, network, gateOf, lastChecked, monitor } = await setUp();
      network.faultOf = () => fault;
      await clock.advance(5 * minute);
      assert.deepEqual(gateOf(), {
        status: 'OK',
        hidden: false,
        branch: undefined,
        stale: { lastChecked, problem },
      });
      network.faultOf = () => 'none';
      await Promise.all([monitor.check(), clock.advance(1000)]);
      assert.equal(gateOf().stale, undefined);
      monitor.dispose();
    });

  it('dates from a check that a push has caused, and not from one of another project', async () => {
    const { clock, network, platform, gateOf, monitor } = await setUp({ projects: ['p', 'q'] });
    const push = async (project: string) => {
      await clock.advance(10_000);
      const received = monitor.receivePush({ connection: 'one', project, source: 'doorbell' });
      await Promise.all([received, clock.advance(500)]);
    };
    platform.changeIssue('p', 'ERROR');
    await push('p');
    const pushedAt = monitor.journal.gateOf('one', 'p').gate?.since;
    await push('q');
    network.faultOf = () => 'unauthorized';
    await Promise.all([monitor.check(), clock.advance(1000)]);
    const { status, stale } = gateOf();
    assert.deepEqual([status, stale?.problem], ['ERROR', { state: 'tokenRefused' }]);
    assert.ok(pushedAt !== undefined && stale?.lastChecked !== undefined);
    assert.ok(stale.lastChecked >= pushedAt && stale.lastChecked < pushedAt + 500, String(stale.lastChecked));
    assert.ok((monitor.journal.checkedAt('one') ?? 0) > stale.lastChecked + 9000);
    monitor.dispose();
  });

  it('is stale while the state of the connection is a problem, but not while it is checked', async () => {
    const { shown, gateOf, lastChecked, monitor } = await setUp();
    for (const state of [
      { state: 'tokenRefused' },
      { state: 'tokenMissing' },
      { state: 'starting', status: 'STARTING' },
      { state: 'unreachable', failure: new Failure('timeout', 'late') },
    ] as const) {
      shown.state = state;
      assert.deepEqual(gateOf().stale, { lastChecked, problem: state });
    }
    shown.state = { state: 'checking' };
    assert.equal(gateOf().stale, undefined);
    monitor.dispose();
  });

  it('is not stale as long as no status is known', async () => {
    const { shown, gateOf, monitor } = await setUp({ faultOf: () => 'refused' });
    shown.state = { state: 'tokenRefused' };
    assert.deepEqual([gateOf().status, gateOf().stale], [undefined, undefined]);
    monitor.dispose();
  });
});

const gate = (status: string | undefined, more: Partial<KnownGate> = {}) => ({
  gate: { status, hidden: false, ...more },
});
const stale = { lastChecked: 0, problem: { state: 'tokenRefused' } } as const;

describe('worstOf', () => {
  it('orders gates by how urgently they need attention', () => {
    const order = [
      gate('ERROR'),
      gate('ERROR', { stale }),
      gate('WARN'),
      gate('UNHEARD_OF'),
      gate('OK', { stale }),
      gate(undefined),
      gate('NONE'),
      gate('OK'),
    ];
    for (const [index, worse] of order.entries())
      for (const better of order.slice(index + 1)) {
        assert.equal(worstOf([worse, better]), worse);
        assert.equal(worstOf([better, worse]), worse);
      }
  });

  it('does not count a failed gate that the platform does not show any more as failed', () => {
    const hidden = gate('ERROR', { hidden: true });
    const warning = gate('WARN');
    assert.equal(worstOf([hidden, warning]), warning);
  });

  it('returns the first of several equally bad gates, and undefined for an empty list', () => {
    const first = gate('ERROR');
    assert.equal(worstOf([gate('OK'), first, gate('ERROR')]), first);
    assert.equal(worstOf<ReturnType<typeof gate>>([]), undefined);
  });
});
