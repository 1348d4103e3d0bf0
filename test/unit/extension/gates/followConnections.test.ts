import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/core/connections/check.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { ConnectionStates } from '../../../../src/extension/connections/states.ts';
import { followConnections } from '../../../../src/extension/gates/followConnections.ts';
import type { Fault } from '../../../simulation/faultyHttp.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { connection, minute, startMonitor } from '../../core/gate/startMonitor.ts';

const connected: ConnectionState = { state: 'connected', version: '26.9', login: 'ada', administers: false };

/** A window whose connection is checked and polled on one platform, both with the same faults. */
async function setUp() {
  const monitored = await startMonitor();
  const { clock, monitor, network } = monitored;
  let fault: Fault = 'none';
  network.faultOf = () => fault;
  const states = new ConnectionStates({
    clock,
    intervalMs: () => minute,
    random: () => 0.5,
    log: new CollectingLog(),
    check: () => Promise.resolve(fault === 'none' ? connected : stateOf(fault)),
  });
  await states.check(connection);
  const services = { monitor, states, report: assert.ifError };
  const follower = followConnections(services, () => [{ connection, project: 'p' }]);
  const setFault = (value: Fault) => {
    fault = value;
  };
  const end = () => {
    follower.dispose();
    states.dispose();
    monitor.dispose();
  };
  return { ...monitored, states, setFault, end };
}

function stateOf(fault: Fault): ConnectionState {
  return fault === 'unauthorized'
    ? { state: 'tokenRefused' }
    : { state: 'unreachable', failure: new Failure('unreachable', fault) };
}

describe('followConnections', () => {
  it('polls at once when a check succeeds after polls whose token was refused', async () => {
    const { clock, states, setFault, monitor, platform, end } = await setUp();
    setFault('unauthorized');
    await clock.advance(40 * minute);
    assert.equal(states.of('one').state, 'tokenRefused');
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unauthorized');
    platform.changeIssue('p', 'ERROR');
    setFault('none');
    await states.check(connection);
    await clock.advance(100);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
    end();
  });

  it('forgets the back-off when a check succeeds, although the poll after it fails', async () => {
    const { clock, states, setFault, network, monitor, end } = await setUp();
    setFault('unauthorized');
    await clock.advance(40 * minute);
    setFault('none');
    network.faultOf = () => 'unauthorized';
    await states.check(connection);
    await clock.advance(100);
    const { nextPollAt = Infinity } = monitor.journal.pollErrorOf('one') ?? {};
    assert.ok(nextPollAt - clock.now() <= 2.2 * minute, `${nextPollAt - clock.now()} ms to the next poll`);
    end();
  });

  it('respects a waiting time of the server, although a check of its connection succeeds', async () => {
    const { clock, states, network, paths, end } = await setUp();
    network.faultOf = () => 'rateLimitedWithRetryAfter';
    await clock.advance(minute);
    const before = paths().length;
    await states.check(connection);
    await clock.advance(minute);
    assert.equal(paths().length, before);
    end();
  });

  it('does not poll more often when the connection works and its polls fail', async () => {
    const { clock, network, paths, end } = await setUp();
    network.faultOf = ({ url }) => (url.includes('measures') ? 'unauthorized' : 'none');
    await clock.advance(2 * minute);
    const before = paths().filter((path) => path === 'measures/search').length;
    await clock.advance(60 * minute);
    const after = paths().filter((path) => path === 'measures/search').length;
    assert.ok(after - before < 10, `${after - before} polls in an hour`);
    end();
  });
});
