import assert from 'node:assert/strict';
import { createMonitoredWindow, serverConnection } from '../../../simulation/monitoredWindow.ts';
import { FaultyHttp } from '../../../simulation/faultyHttp.ts';
import { json, ModelPlatform } from '../../../simulation/modelPlatform.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import { fieldOf } from '../../../support/lists.ts';
import { changeOf, connection, minute, startMonitor, startTime } from './startMonitor.ts';

describe('GateMonitor', () => {
  it('notifies once of a change by an analysis, with cause, name, failing conditions and link', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.analyse('p', 'ERROR', startTime + 2000);
    await clock.advance(5 * minute);
    assert.equal(delivered.length, 1);
    const { from, to, cause, projectName, conditions, link, analysedAt } = changeOf(delivered[0]);
    assert.deepEqual([from, to, cause, projectName], ['OK', 'ERROR', 'analysis', 'Name of p']);
    assert.equal(analysedAt, startTime + 2000);
    assert.equal(link, 'http://one.test/dashboard?id=p');
    assert.deepEqual(conditions, [
      { metric: 'new_violations', comparator: 'GT', threshold: '0', actual: '3' },
    ]);
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
  });

  it('notifies of a change by an edited issue, which has no event', async () => {
    const { clock, platform, delivered } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).cause, 'issueChange');
  });

  it('observes a change that happened during a request with the next poll', async () => {
    const { clock, platform, delivered } = await startMonitor();
    await clock.advance(59_505);
    platform.analyse('p', 'ERROR', startTime + 1000);
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 1);
  });

  it('notifies of changes from before the start', async () => {
    const { disk, monitor: before } = await startMonitor();
    before.dispose();
    const clock = new VirtualClock();
    const platform = new ModelPlatform(['p'], () => startTime + clock.elapsed);
    platform.analyse('p', 'ERROR', startTime + 5000);
    const http = new FaultyHttp({ platform, clock });
    const { monitor, delivered } = createMonitoredWindow({ clock, http, disk });
    monitor.watch([{ connection, project: 'p' }]);
    await monitor.start();
    await clock.advance(2 * minute);
    assert.deepEqual([changeOf(delivered[0]).from, changeOf(delivered[0]).to], ['OK', 'ERROR']);
  });

  it('sends no request without watch targets, and none after they are removed', async () => {
    const { clock, paths, monitor } = await startMonitor({ projects: [] });
    assert.deepEqual(paths(), []);
    monitor.watch([{ connection, project: 'p' }]);
    await clock.advance(5000);
    const asked = paths().length;
    assert.ok(asked > 0);
    monitor.watch([]);
    await clock.advance(10 * minute);
    assert.equal(paths().length, asked);
  });

  it('requests the statuses of 100 projects at once, once a minute, and the events of 100 projects per poll', async () => {
    const projects = Array.from({ length: 250 }, (_, index) => `p${index}`);
    const { clock, paths } = await startMonitor({ projects });
    const count = (path: string) => paths().filter((asked) => asked === path).length;
    assert.deepEqual([count('measures/search'), count('developers/search_events')], [3, 3]);
    await clock.advance(minute);
    assert.deepEqual([count('measures/search'), count('developers/search_events')], [6, 4]);
    assert.equal(paths().length, 10);
  });

  it('sends one request at a time to a connection', async () => {
    const { clock, http, monitor } = await startMonitor({ projects: ['p', 'q'] });
    await Promise.all([monitor.check(), monitor.check('one'), clock.advance(1000)]);
    const times = http.exchanges.map(({ at }) => at);
    assert.equal(new Set(times).size, times.length);
  });

  it('reports a refused token, retries less and less often, and recovers', async () => {
    const { clock, network, paths, monitor } = await startMonitor();
    network.faultOf = () => 'unauthorized';
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unauthorized');
    const before = paths().length;
    await clock.advance(60 * minute);
    assert.ok(paths().length - before < 20, `${paths().length - before} requests in an hour`);
    network.faultOf = () => 'none';
    await clock.advance(20 * minute);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('does not believe a refused token or an unknown project while the server starts', async () => {
    const { clock, platform, delivered, network, monitor } = await startMonitor();
    platform.systemStatus = 'STARTING';
    network.faultOf = ({ url }) => (url.includes('measures') ? 'unauthorized' : 'none');
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unavailable');
    assert.equal(monitor.journal.eventsRefused('one'), undefined);
    assert.equal(monitor.journal.gateOf('one', 'p').hidden, undefined);
    platform.systemStatus = 'UP';
    network.faultOf = () => 'none';
    await clock.advance(20 * minute);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    assert.deepEqual(delivered, []);
  });

  it('waits as long as the platform asks', async () => {
    const { clock, network, paths } = await startMonitor();
    network.faultOf = () => 'rateLimitedWithRetryAfter';
    await clock.advance(minute);
    const asked = paths().length;
    await clock.advance(299_000);
    assert.equal(paths().length, asked);
  });

  it('works without events if the platform refuses them, and logs it', async () => {
    const { clock, platform, network, delivered, monitor } = await startMonitor();
    network.faultOf = ({ url }) => (url.includes('search_events') ? 'forbidden' : 'none');
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.eventsRefused('one')?.code, 'forbidden');
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    platform.analyse('p', 'ERROR', startTime + 1000);
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).cause, undefined);
  });

  it('asks for a watched project that the answers lack by name every ten minutes, and reports it', async () => {
    const { clock, paths, monitor } = await startMonitor();
    const lookups = () => paths().filter((path) => path === 'qualitygates/project_status').length;
    monitor.watch(['p', 'gone'].map((project) => ({ connection, project })));
    await clock.advance(9 * minute);
    assert.equal(monitor.journal.gateOf('one', 'gone').hidden?.code, 'notFound');
    assert.equal(lookups(), 1);
    await clock.advance(3 * minute);
    assert.equal(lookups(), 2);
  });

  it('has the new name of a renamed project in the next notification, in the whole history and for the views', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    platform.rename('p', 'New name');
    platform.changeIssue('p', 'OK');
    await clock.advance(2 * minute);
    const names = delivered.map((notification) => changeOf(notification).projectName);
    assert.deepEqual(names, ['Name of p', 'New name']);
    assert.deepEqual(fieldOf(monitor.journal.changes(), 'projectName'), ['New name', 'New name']);
    assert.equal(monitor.journal.nameOf('one', 'p'), 'New name');
  });

  it('lets no silent connection delay another', async () => {
    const { clock, network, delivered, platform, monitor } = await startMonitor();
    const silent = serverConnection('silent');
    monitor.watch([
      { connection: silent, project: 'p' },
      { connection, project: 'p' },
    ]);
    network.faultOf = ({ url }) => (url.startsWith('http://silent') ? 'silent' : 'none');
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).connection, 'one');
    assert.equal(monitor.journal.pollErrorOf('silent')?.code, 'timeout');
  });

  it('reports a missing token, and a late answer of apiFor', async () => {
    const { monitor, clock } = await startMonitor({ apiFor: () => Promise.resolve(undefined) });
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'tokenMissing');
    monitor.dispose();
    const late = await startMonitor({ apiFor: () => new Promise(() => undefined) });
    await late.clock.advance(minute);
    assert.equal(late.monitor.journal.pollErrorOf('one')?.code, 'timeout');
    late.monitor.dispose();
    await clock.advance(minute);
  });

  it('polls less often without focus, and at once when the focus is back', async () => {
    const { clock, paths, setFocus } = await startMonitor();
    setFocus(false);
    await clock.advance(minute);
    const before = paths().length;
    await clock.advance(4 * minute);
    assert.equal(paths().length, before);
    setFocus(true);
    await clock.advance(1000);
    assert.ok(paths().length > before);
  });

  it('sends no request after its end', async () => {
    const { clock, paths, monitor } = await startMonitor();
    monitor.dispose();
    const asked = paths().length;
    void monitor.check();
    void monitor.receivePush({ connection: 'one', project: 'p', source: 'webhook' });
    await clock.advance(10 * minute);
    assert.equal(paths().length, asked);
    assert.equal(monitor.leads('one'), false);
  });

  for (const [status, code] of [
    [400, 'badRequest'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [410, 'removed'],
    [500, undefined],
  ] as const)
    it(`treats ${status} on a request for events as ${code ? `a refusal (${code})` : 'no refusal'}, and as no poll error`, async () => {
      const clock = new VirtualClock();
      const platform = new ModelPlatform(['p'], () => startTime + clock.elapsed);
      const network = new FaultyHttp({ platform, clock });
      const { monitor } = createMonitoredWindow({
        clock,
        http: {
          send: (request) =>
            request.url.includes('search_events')
              ? Promise.resolve(json(status, { errors: [{ msg: 'no' }] }))
              : network.send(request),
        },
      });
      monitor.watch([{ connection, project: 'p' }]);
      await monitor.start();
      await clock.advance(2 * minute);
      assert.equal(monitor.journal.eventsRefused('one')?.code, code);
      assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    });

  it('does nothing after its end, wherever it was', async () => {
    const { clock, platform, delivered, paths, monitor } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(54_990);
    monitor.dispose();
    const asked = paths().length;
    await clock.advance(10 * minute);
    assert.ok(paths().length <= asked + 1);
    assert.deepEqual(delivered, []);
  });

  it('does not poll before its start when the view becomes invisible', async () => {
    const clock = new VirtualClock();
    const platform = new ModelPlatform(['p'], () => startTime + clock.elapsed);
    const http = new FaultyHttp({ platform, clock });
    const { monitor } = createMonitoredWindow({ clock, http });
    monitor.watch([{ connection, project: 'p' }]);
    monitor.setViewed(false);
    await clock.advance(minute);
    assert.deepEqual(http.exchanges, []);
  });
});

/** A window that watches a project of a connection without notifications. It does not show the view yet. */
async function startWithoutNotifications() {
  const started = await startMonitor({ receiveNotifications: false });
  const { clock, monitor, paths } = started;
  const polls = () => paths().filter((path) => path === 'measures/search').length;
  const setViewed = async (isViewed: boolean) => {
    monitor.setViewed(isViewed);
    await clock.advance(100);
  };
  return { ...started, polls, setViewed };
}

describe('GateMonitor, with notifications off', () => {
  it('neither polls nor notifies, and still checks on demand [CN3] [EV4]', async () => {
    const { clock, platform, http, delivered, monitor } = await startWithoutNotifications();
    await clock.advance(10 * minute);
    assert.deepEqual(http.exchanges, []);
    for (const status of ['OK', 'ERROR']) {
      platform.changeIssue('p', status);
      await Promise.all([monitor.check('one'), clock.advance(1000)]);
      assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, status);
    }
    await clock.advance(10 * minute);
    assert.deepEqual(delivered, []);
    assert.equal(monitor.journal.changes()[0]?.outcome?.as, 'muted');
  });

  it('polls at the normal interval while the view is visible, without a notification', async () => {
    const { clock, platform, delivered, monitor, polls, setViewed } = await startWithoutNotifications();
    await setViewed(true);
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'OK');
    platform.changeIssue('p', 'ERROR');
    await clock.advance(1.2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
    const before = polls();
    await clock.advance(10 * minute);
    assert.ok(Math.abs(polls() - before - 10) <= 1, `${polls() - before} polls in ten minutes`);
    assert.deepEqual(delivered, []);
  });

  it('stops polling when the view is hidden, and polls at once when it is shown again', async () => {
    const { clock, polls, setViewed } = await startWithoutNotifications();
    await setViewed(true);
    await setViewed(false);
    const before = polls();
    await clock.advance(10 * minute);
    assert.equal(polls(), before);
    await setViewed(true);
    assert.equal(polls(), before + 1);
  });

  it('announces no next poll after a manual check that failed', async () => {
    const { clock, network, monitor } = await startWithoutNotifications();
    network.faultOf = () => 'unavailable';
    await Promise.all([monitor.check(), clock.advance(1000)]);
    const pollError = monitor.journal.pollErrorOf('one');
    assert.ok(pollError);
    assert.equal(pollError.nextPollAt, undefined);
  });

  it('polls once for all windows whose view is visible', async () => {
    const { clock, polls, setViewed, openAnother } = await startWithoutNotifications();
    for (const other of [await openAnother(), await openAnother()]) other.monitor.setViewed(true);
    await setViewed(true);
    await clock.advance(minute);
    const before = polls();
    await clock.advance(10 * minute);
    assert.ok(polls() - before <= 11, `${polls() - before} polls in ten minutes`);
  });
});

describe('GateMonitor, after the user has edited the address of a connection', () =>
  it('keeps the history, the mutes and the names', async () => {
    const { clock, http, platform, disk, monitor } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    await monitor.journal.mute({ connection: 'one', project: 'p', until: undefined });
    monitor.dispose();
    const { monitor: after } = createMonitoredWindow({ clock, http, disk });
    const moved = serverConnection(connection.uuid, { serverUrl: 'https://moved.test' });
    after.watch([{ connection: moved, project: 'p' }]);
    await after.start();
    await clock.advance(2 * minute);
    assert.deepEqual(
      after.journal.changes().map(({ to, outcome }) => [to, outcome?.as]),
      [['ERROR', 'toast']],
    );
    assert.equal(after.journal.isMuted('one', 'p'), true);
    assert.equal(after.journal.nameOf('one', 'p'), 'Name of p');
    after.dispose();
  }));
