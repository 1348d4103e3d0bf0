import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/core/connections/check.ts';
import { Emitter } from '../../../../src/core/events.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { retryWhenBack } from '../../../../src/extension/connections/retryWhenBack.ts';
import { ConnectionStates } from '../../../../src/extension/connections/states.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const connection = serverConnection('one');
const connected: ConnectionState = { state: 'connected', version: '26.9', login: 'ada', administers: false };
const unreachable: ConnectionState = { state: 'unreachable', failure: new Failure('unreachable', 'down') };

/** A connection whose platform has been away for an hour, so that its next check is minutes away. */
async function afterAnHourAway() {
  const clock = new VirtualClock();
  const machine = { state: unreachable, addresses: ['192.0.2.1'], reads: 0, checks: 0 };
  const states = new ConnectionStates({
    clock,
    intervalMs: () => 60_000,
    random: () => 0.5,
    log: new CollectingLog(),
    check: () => {
      machine.checks++;
      return Promise.resolve(machine.state);
    },
  });
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
  it('checks an unreachable platform again when the window gets the focus', async () => {
    const { clock, states, machine, setFocus, end } = await afterAnHourAway();
    machine.state = connected;
    setFocus(false);
    await clock.advance(10);
    assert.equal(states.of('one').state, 'unreachable');
    setFocus(true);
    await clock.advance(10);
    assert.equal(states.of('one').state, 'connected');
    end();
  });

  it('checks an unreachable platform again within seconds after the machine gets a network address', async () => {
    const { clock, states, machine, end } = await afterAnHourAway();
    machine.state = connected;
    machine.addresses = [];
    await clock.advance(10_000);
    assert.equal(states.of('one').state, 'unreachable');
    machine.addresses = ['198.51.100.7'];
    await clock.advance(2000);
    assert.equal(states.of('one').state, 'connected');
    end();
  });

  it('does not check again while the window keeps the focus and the machine its addresses', async () => {
    const { clock, machine, setFocus, end } = await afterAnHourAway();
    const before = machine.checks;
    setFocus(true);
    await clock.advance(60_000);
    assert.equal(machine.checks, before);
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
