import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/core/connections/check.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { Emitter } from '../../../../src/core/events.ts';
import { ConnectionStates, retryWhenBack } from '../../../../src/extension/connections/states.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { settle, VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const connection = serverConnection('u');
const connected: ConnectionState = { state: 'connected', version: '26.9', login: 'ada', administers: false };
const unreachable: ConnectionState = { state: 'unreachable', failure: new Failure('unreachable', 'down') };

type Check = ConstructorParameters<typeof ConnectionStates>[0]['check'];

function statesWith(check: Check, clock: VirtualClock, intervalMs = 60_000) {
  const log = new CollectingLog();
  return new ConnectionStates({ check, clock, intervalMs: () => intervalMs, random: () => 0.5, log });
}

/** States over a platform that gives one prepared answer after the other, each when the test says so. */
function setUp(intervalMs = 60_000) {
  const clock = new VirtualClock();
  const questions: {
    readonly signal: AbortSignal;
    readonly answer: (state: ConnectionState) => void;
    readonly fail: (error: Failure) => void;
  }[] = [];
  const check: Check = (_connection, signal) =>
    new Promise((resolve, reject) => questions.push({ signal, answer: resolve, fail: reject }));
  const states = statesWith(check, clock, intervalMs);
  /** Checks the connection for the first time, and answers with this state. */
  const firstCheck = (state: ConnectionState) => {
    const checked = states.check(connection);
    questions[0]?.answer(state);
    return checked;
  };
  return { clock, questions, states, firstCheck };
}

describe('states of connections', () => {
  it('are "checking" until the first answer', async () => {
    const { states, firstCheck } = setUp();
    assert.equal(states.of('u').state, 'checking');
    const check = firstCheck(connected);
    assert.equal(states.of('u').state, 'checking');
    await check;
    assert.deepEqual(states.of('u'), connected);
  });

  it('drop the answer of a superseded check', async () => {
    const { states, questions } = setUp();
    const first = states.check(connection);
    const second = states.check(connection);
    assert.equal(questions[0]?.signal.aborted, true);
    questions[1]?.answer(connected);
    questions[0].answer({ state: 'tokenRefused' });
    await Promise.all([first, second]);
    assert.deepEqual(states.of('u'), connected);
  });

  it('stay unchanged when the user cancels the check', async () => {
    const { states, questions, firstCheck } = setUp();
    await firstCheck(connected);
    const patience = new AbortController();
    const second = states.check(connection, { signal: patience.signal });
    assert.equal(states.of('u').state, 'checking');
    patience.abort();
    assert.equal(questions[1]?.signal.aborted, true);
    questions[1].answer({ state: 'tokenRefused' });
    await second;
    assert.deepEqual(states.of('u'), connected);
  });

  it('are "unreachable" and checked again when the user cancels the first check', async () => {
    const { states, questions, clock } = setUp();
    const patience = new AbortController();
    const check = states.check(connection, { signal: patience.signal });
    patience.abort();
    questions[0]?.fail(new Failure('cancelled', 'given up'));
    await check;
    assert.equal(states.of('u').state, 'unreachable');
    await clock.advance(15_000);
    assert.equal(questions.length, 2);
  });

  it('are checked again every 15 s while a platform is down for five minutes, without a flicker', async () => {
    const { states, questions, clock, firstCheck } = setUp();
    const shown: string[] = [];
    states.onDidChange(() => shown.push(states.of('u').state));
    await firstCheck(unreachable);
    for (let asked = 2; asked <= 21; asked++) {
      await clock.advance(14_999);
      assert.equal(questions.length, asked - 1);
      await clock.advance(1);
      assert.equal(questions.length, asked);
      questions.at(-1)?.answer(asked === 21 ? connected : unreachable);
      await settle();
    }
    assert.deepEqual(new Set(shown), new Set(['unreachable', 'connected']));
    assert.equal(states.isAnyAway, false);
    await clock.advance(60 * 60_000);
    assert.equal(questions.length, 21);
  });

  it('are checked again after each polling interval if that is shorter', async () => {
    const { questions, clock, firstCheck } = setUp(10_000);
    await firstCheck({ state: 'starting', status: 'STARTING' });
    await clock.advance(10_000);
    assert.equal(questions.length, 2);
  });

  it('are checked less and less often while a platform is down for longer', async () => {
    const { questions, clock, firstCheck } = setUp();
    await firstCheck(unreachable);
    const hours = async (count: number): Promise<number> => {
      const before = questions.length;
      for (let second = 0; second < count * 3600; second += 5) {
        await clock.advance(5000);
        questions.at(-1)?.answer(unreachable);
      }
      return questions.length - before;
    };
    assert.ok((await hours(1)) < 35);
    assert.ok((await hours(2)) < 10);
  });

  it('are not retried for a refused token', async () => {
    const { questions, clock, firstCheck } = setUp();
    await firstCheck({ state: 'tokenRefused' });
    await clock.advance(24 * 60 * 60_000);
    assert.equal(questions.length, 1);
  });

  it('forget a connection that is gone, with its check and its retry', async () => {
    const { states, questions, clock } = setUp();
    const check = states.check(connection);
    states.retain(new Set());
    assert.equal(questions[0]?.signal.aborted, true);
    questions[0].answer(unreachable);
    await check;
    await clock.advance(60_000);
    assert.equal(questions.length, 1);
    assert.equal(states.of('u').state, 'checking');
  });

  it('neither change nor send requests after they are disposed', async () => {
    const { states, questions } = setUp();
    const check = states.check(connection);
    states.dispose();
    questions[0]?.answer(connected);
    await check;
    assert.equal(states.of('u').state, 'checking');
    await states.check(connection);
    assert.equal(questions.length, 1);
  });
});

/** A connection whose platform has been away for an hour, so that its next check is minutes away. */
async function afterAnHourAway() {
  const clock = new VirtualClock();
  const machine = { state: unreachable, addresses: ['192.0.2.1'], reads: 0, checks: 0 };
  const check = () => {
    machine.checks++;
    return Promise.resolve(machine.state);
  };
  const states = statesWith(check, clock);
  let isFocused = true;
  const focus = new Emitter<void>(assert.ifError);
  const retries = retryWhenBack({
    states,
    window: { isFocused: () => isFocused, onDidChangeFocus: focus.event },
    addresses: () => {
      machine.reads++;
      return machine.addresses;
    },
    clock,
  });
  const setFocus = (value: boolean) => {
    isFocused = value;
    focus.fire();
  };
  await states.check(connection);
  await clock.advance(3_600_000);
  const end = () => {
    retries.dispose();
    states.dispose();
  };
  return { clock, states, machine, setFocus, end };
}

describe('retryWhenBack', () => {
  it('checks an unreachable platform again when the window gets the focus, not while it keeps it', async () => {
    const { clock, states, machine, setFocus, end } = await afterAnHourAway();
    const before = machine.checks;
    setFocus(true);
    await clock.advance(60_000);
    assert.equal(machine.checks, before);
    machine.state = connected;
    setFocus(false);
    await clock.advance(10);
    assert.equal(states.of('u').state, 'unreachable');
    setFocus(true);
    await clock.advance(10);
    assert.equal(states.of('u').state, 'connected');
    end();
  });

  it('checks an unreachable platform again within seconds after the machine gets a network address', async () => {
    const { clock, states, machine, end } = await afterAnHourAway();
    machine.state = connected;
    machine.addresses = [];
    await clock.advance(10_000);
    assert.equal(states.of('u').state, 'unreachable');
    machine.addresses = ['198.51.100.7'];
    await clock.advance(2000);
    assert.equal(states.of('u').state, 'connected');
    end();
  });

  it('reads no addresses while every platform answers', async () => {
    const { clock, machine, setFocus, end } = await afterAnHourAway();
    machine.state = connected;
    setFocus(false);
    setFocus(true);
    await clock.advance(10_000);
    const before = machine.reads;
    await clock.advance(600_000);
    assert.equal(machine.reads, before);
    end();
  });
});
