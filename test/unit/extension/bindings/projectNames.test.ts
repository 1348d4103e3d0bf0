import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { Emitter } from '../../../../src/core/events.ts';
import { followProjectNames } from '../../../../src/extension/bindings/projectNames.ts';
import type { KnownState } from '../../../../src/extension/connections/states.ts';
import { createMonitoredWindow } from '../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../simulation/disk.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { connection, minute, startMonitor } from '../../core/gate/startMonitor.ts';

const connected: KnownState = { state: 'connected', version: '26.9', login: 'ada', administers: false };

/** A window with a folder that is bound to project `p`. */
async function boundWindow() {
  const disk = new Disk();
  const monitored = await startMonitor({ disk });
  const { clock, http, network, monitor } = monitored;
  const log = new CollectingLog();
  const changed = new Emitter<void>((error) => {
    throw error;
  });
  const shown: { state: KnownState } = { state: connected };
  const api = new Api({ http, log, baseUrl: 'http://one.test', userAgent: 'test', token: 'token' });
  let requests = 0;
  network.faultOf = ({ url }) => {
    if (url.includes('components/show')) requests++;
    return 'none';
  };
  const resolution = { state: 'bound', level: 'folder', connection, refusedUserValue: false } as const;
  const follow = (projectKey = 'p') =>
    followProjectNames({
      apiFor: () => Promise.resolve(api),
      bindings: {
        list: () => [{ folder: {} as never, resolution: { ...resolution, projectKey } }],
        onDidChange: changed.event,
      },
      states: { of: () => shown.state, onDidChange: changed.event },
      journal: monitor.journal,
      log,
      report: (error) => assert.fail(String(error)),
    });
  const advance = () => clock.advance(1000);
  return {
    ...monitored,
    disk,
    shown,
    follow,
    advance,
    requests: () => requests,
    name: () => monitor.journal.nameOf('one', 'p'),
    fire: async () => {
      changed.fire();
      await advance();
    },
  };
}

describe('names of bound projects', () => {
  it('are requested once in each window, as soon as the connection works', async () => {
    const { shown, follow, fire, requests, name, platform, monitor } = await boundWindow();
    shown.state = { state: 'checking' };
    const following = follow();
    await fire();
    assert.deepEqual([requests(), name()], [0, undefined]);
    shown.state = connected;
    await fire();
    await fire();
    assert.deepEqual([requests(), name()], [1, 'Name of p']);
    following.dispose();
    platform.rename('p', 'New name');
    const next = follow();
    await fire();
    assert.deepEqual([requests(), name()], [2, 'New name']);
    next.dispose();
    monitor.dispose();
  });

  it('are known in all windows, also in one that starts while the platform does not answer', async () => {
    const { clock, http, network, disk, follow, advance, monitor } = await boundWindow();
    const following = follow();
    await advance();
    network.faultOf = () => 'refused';
    const { monitor: other } = createMonitoredWindow({ clock, http, disk });
    await other.start();
    assert.equal(other.journal.nameOf('one', 'p'), 'Name of p');
    following.dispose();
    other.dispose();
    monitor.dispose();
  });

  it('stay when the connection is polled for the first time', async () => {
    const { clock, http, monitor } = await startMonitor();
    monitor.dispose();
    const { monitor: first } = createMonitoredWindow({ clock, http, disk: new Disk() });
    await first.journal.rename('one', 'p', 'Name of p');
    first.watch([{ connection, project: 'p' }]);
    await first.start();
    await clock.advance(minute);
    assert.equal(first.journal.gateOf('one', 'p').gate?.status, 'OK');
    assert.equal(first.journal.nameOf('one', 'p'), 'Name of p');
    first.dispose();
  });

  it('are requested again after a failure, except for a project that the platform does not show', async () => {
    const { follow, fire, network, requests, name, monitor } = await boundWindow();
    const { faultOf } = network;
    network.faultOf = () => 'refused';
    const following = follow();
    await fire();
    assert.equal(name(), undefined);
    network.faultOf = faultOf;
    await fire();
    assert.deepEqual([requests(), name()], [1, 'Name of p']);
    following.dispose();
    const absent = follow('absent');
    await fire();
    await fire();
    assert.equal(requests(), 2);
    absent.dispose();
    monitor.dispose();
  });
});
