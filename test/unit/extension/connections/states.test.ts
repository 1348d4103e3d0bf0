import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/core/connections/check.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { ConnectionStates } from '../../../../src/extension/connections/states.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { settle, VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const connection = serverConnection('u');
const connected: ConnectionState = { state: 'connected', version: '26.9', login: 'ada', administers: false };
const unreachable: ConnectionState = { state: 'unreachable', failure: new Failure('unreachable', 'down') };

/** States over a platform that gives one prepared answer after the other, each when the test says so. */
function setUp(intervalMs = 60_000) {
  const clock = new VirtualClock();
  const questions: {
    readonly signal: AbortSignal;
    readonly answer: (state: ConnectionState) => void;
    readonly fail: (error: Failure) => void;
  }[] = [];
  const states = new ConnectionStates({
    clock,
    intervalMs: () => intervalMs,
    random: () => 0.5,
    log: new CollectingLog(),
    check: (_connection, signal) =>
      new Promise((resolve, reject) => questions.push({ signal, answer: resolve, fail: reject })),
  });
  /** Checks the connection for the first time, and answers with this state. */
  const firstCheck = (state: ConnectionState) => {
    const check = states.check(connection);
    questions[0]?.answer(state);
    return check;
  };
  return { clock, questions, states, firstCheck };
}

describe('states of connections', () => {
  it('are "checking" until the first answer', async () => {
    const { states, questions } = setUp();
    assert.equal(states.of('u').state, 'checking');
    const check = states.check(connection);
    assert.equal(states.of('u').state, 'checking');
    questions[0]?.answer(connected);
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
