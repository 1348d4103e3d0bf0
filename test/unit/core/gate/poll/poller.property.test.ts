import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createMonitoredWindow, serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { faults, FaultyHttp, type Fault } from '../../../../simulation/faultyHttp.ts';
import { ModelPlatform, type StatusChange } from '../../../../simulation/modelPlatform.ts';
import { settle, VirtualClock } from '../../../../simulation/virtualClock.ts';
import type { PollError } from '../../../../../src/core/gate/gateJournal.ts';
import { isWorthNotifying } from '../../../../../src/core/gate/journal/observe.ts';
import type { GateNotification, GateChange } from '../../../../../src/core/gate/notify/gateNotification.ts';

const projects = ['a', 'b', '__proto__'] as const;
const minute = 60_000;
/** The longest back-off, and one poll. */
const longestRecovery = 20 * minute;
const day = 24 * 60 * minute;

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  /** A scan that started `started` ms ago ends now: often before the last poll. Two may start in one second. */
  | { readonly do: 'analyse'; readonly project: string; readonly status: string; readonly started: number }
  | { readonly do: 'changeIssue'; readonly project: string; readonly status: string }
  | { readonly do: 'break'; readonly fault: Fault; readonly path: string }
  | { readonly do: 'heal' }
  | { readonly do: 'restart'; readonly isUp: boolean }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'focus'; readonly isFocused: boolean }
  | { readonly do: 'check' }
  /** The network is whole again, and there is time to notice. */
  | { readonly do: 'recover' };

const project = fc.constantFrom(...projects);
const status = fc.constantFrom('OK', 'ERROR');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 10 * minute }) }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('analyse' as const),
      project,
      status,
      started: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 20 * 60 * minute })),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ do: fc.constant('changeIssue' as const), project, status }), weight: 3 },
  fc.record({
    do: fc.constant('break' as const),
    fault: fc.constantFrom(...faults),
    path: fc.constantFrom('', 'measures', 'search_events', 'project_status', 'show'),
  }),
  fc.record({ do: fc.constant('heal' as const) }),
  fc.record({ do: fc.constant('restart' as const), isUp: fc.boolean() }),
  fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -400 * day, max: 400 * day }) }),
  fc.record({ do: fc.constant('focus' as const), isFocused: fc.boolean() }),
  fc.record({ do: fc.constant('check' as const) }),
  fc.record({ do: fc.constant('recover' as const) }),
);

function itemsOf(delivered: readonly GateNotification[]): readonly GateChange[] {
  return delivered.flatMap((notification) =>
    notification.kind === 'change' ? [notification.change] : notification.changes,
  );
}

/** The state after everything had settled. */
interface Rest {
  readonly gateChanges: readonly StatusChange[];
  readonly delivered: readonly GateChange[];
  readonly truth: ReadonlyMap<string, string>;
  readonly state: ReadonlyMap<string, string | undefined>;
  readonly pollError: PollError | undefined;
}

/** Plays the steps against one window, and says what was so after each recovery and at the end. */
async function play(steps: readonly Step[]): Promise<readonly Rest[]> {
  const clock = new VirtualClock();
  // The platform's clock is another one: it never jumps and is months ahead.
  const platformNow = () => Date.UTC(2026, 5, 1) + clock.elapsed;
  const platform = new ModelPlatform(projects, platformNow);
  let broken: { fault: Fault; path: string } | undefined;
  const http = new FaultyHttp({
    platform,
    clock,
    latency: () => 40,
    faultOf: ({ url }) => (broken && url.includes(broken.path) ? broken.fault : 'none'),
  });
  const { monitor, delivered, setFocus } = createMonitoredWindow({ clock, http });
  const connection = serverConnection('one');
  const rests: Rest[] = [];
  const recover = async () => {
    broken = undefined;
    platform.systemStatus = 'UP';
    setFocus(true);
    await clock.advance(longestRecovery);
    rests.push({
      gateChanges: [...platform.gateChanges],
      delivered: itemsOf(delivered),
      truth: new Map(projects.map((key) => [key, platform.statusOf(key)])),
      state: new Map(projects.map((key) => [key, monitor.journal.gateOf('one', key).gate?.status])),
      pollError: monitor.journal.pollErrorOf('one'),
    });
  };
  monitor.watch(projects.map((key) => ({ connection, project: key })));
  await monitor.start();
  await clock.advance(5000);
  for (const action of [...steps, { do: 'recover' } as const]) {
    switch (action.do) {
      case 'wait':
        await clock.advance(action.ms);
        break;
      case 'analyse':
        platform.analyse(action.project, action.status, platformNow() - action.started);
        break;
      case 'changeIssue':
        platform.changeIssue(action.project, action.status);
        break;
      case 'break':
        broken = action;
        break;
      case 'heal':
        broken = undefined;
        break;
      case 'restart':
        platform.systemStatus = action.isUp ? 'UP' : 'STARTING';
        break;
      case 'jump':
        clock.jump(action.ms);
        break;
      case 'focus':
        setFocus(action.isFocused);
        break;
      case 'check':
        void monitor.check();
        await settle();
        break;
      case 'recover':
        await recover();
    }
  }
  monitor.dispose();
  return rests;
}

const plays = fc.array(step, { maxLength: 40 });
const parameters = { numRuns: 60 };

describe('the poller, whatever the network, the clock and the platform do', () => {
  it('reaches the state of the platform, and recovers', async () => {
    const property = fc.asyncProperty(plays, async (steps) => {
      for (const { state, truth, pollError } of await play(steps)) {
        assert.equal(pollError, undefined);
        assert.deepEqual(state, truth);
      }
    });
    await fc.assert(property, parameters);
  });

  it('loses no lasting change, and notifies of none twice or out of order', async () => {
    const property = fc.asyncProperty(plays, async (steps) => {
      for (const { gateChanges, delivered, truth } of await play(steps)) {
        for (const key of projects) {
          const happened = gateChanges.filter((gateChange) => gateChange.gate === key).map(({ to }) => to);
          let believed = 'NONE';
          for (const { from, to } of delivered.filter((item) => item.project === key)) {
            // Each change starts from the state that the previous one left; a first analysis that passes is not
            // a change.
            assert.ok(
              from === believed || (believed === 'NONE' && !isWorthNotifying('NONE', from)),
              `${believed}, ${from}`,
            );
            assert.ok(isWorthNotifying(from, to));
            // Each really happened, in this order, and none is notified twice.
            assert.ok(happened.includes(to), `${key} never went to ${to}`);
            happened.splice(0, happened.indexOf(to) + 1);
            believed = to;
          }
          assert.ok(
            !isWorthNotifying(believed, truth.get(key) ?? ''),
            `${key} is ${truth.get(key)}, notified ${believed}`,
          );
        }
      }
    });
    await fc.assert(property, parameters);
  });
});
