import assert from 'node:assert/strict';
import type { GateNotification } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { createMonitoredWindow, serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { fieldOf } from '../../../../support/lists.ts';
import { changeOf, connection, minute, startMonitor, startTime, type Setup } from '../startMonitor.ts';

describe('GateMonitor, when a platform comes back', () => {
  it('ends the back-off of the leader when a check of another window succeeds', async () => {
    const { clock, network, paths, openAnother, monitor } = await startMonitor();
    const other = await openAnother();
    network.faultOf = () => 'unauthorized';
    await clock.advance(40 * minute);
    assert.deepEqual([monitor.leads('one'), other.monitor.leads('one')], [true, false]);
    network.faultOf = () => 'none';
    await Promise.all([other.monitor.check(), clock.advance(1000)]);
    const asked = paths().length;
    await clock.advance(2 * minute);
    assert.ok(paths().length - asked >= 2, `${paths().length - asked} requests in two minutes`);
  });

  for (const fault of ['refused', 'reset', 'unavailable', 'html'] as const)
    for (const outage of [150_000, 290_000])
      it(`polls within one interval and its jitter after an outage of ${outage / 1000} s (${fault})`, async () => {
        const { clock, network, monitor } = await startMonitor({
          intervalMs: () => 10_000,
          random: () => 0.99,
        });
        await clock.advance(20_000);
        network.faultOf = () => fault;
        await clock.advance(outage);
        assert.ok(monitor.journal.pollErrorOf('one'));
        network.faultOf = () => 'none';
        await clock.advance(11_100);
        assert.equal(monitor.journal.pollErrorOf('one'), undefined);
        monitor.dispose();
      });

  it('polls at once when a window gets the focus, if the platform was unreachable', async () => {
    const { clock, network, monitor, setFocus } = await startMonitor();
    network.faultOf = () => 'refused';
    await clock.advance(60 * minute);
    setFocus(false);
    await clock.advance(1000);
    network.faultOf = () => 'none';
    await clock.advance(1000);
    assert.ok(monitor.journal.pollErrorOf('one'));
    setFocus(true);
    await clock.advance(100);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('does not poll because of the focus if the token was refused', async () => {
    const { clock, network, paths, setFocus } = await startMonitor();
    network.faultOf = () => 'unauthorized';
    await clock.advance(60 * minute);
    const before = paths().length;
    for (const isFocused of [false, true, false, true]) {
      setFocus(isFocused);
      await clock.advance(1000);
    }
    assert.equal(paths().length, before);
  });

  it('polls once for a gate that another window begins to watch, without waiting for the interval', async () => {
    const { clock, paths, platform, openAnother, monitor } = await startMonitor({ projects: ['p', 'q'] });
    monitor.watch([{ connection, project: 'p' }]);
    await clock.advance(1.2 * minute);
    platform.changeIssue('q', 'ERROR');
    const asked = paths().length;
    const other = await openAnother({ projects: ['q'] });
    await clock.advance(1000);
    assert.equal(other.monitor.journal.gateOf('one', 'q').gate?.status, 'ERROR');
    const polls = paths()
      .slice(asked)
      .filter((path) => path === 'measures/search');
    assert.equal(polls.length, 1);
  });

  it('polls at once for a gate that the user begins to watch during a poll', async () => {
    const { clock, paths, monitor } = await startMonitor({ projects: ['p', 'q'] });
    monitor.watch([{ connection, project: 'p' }]);
    await clock.advance(1.2 * minute);
    const before = paths().length;
    const checked = monitor.check();
    await clock.advance(5);
    monitor.watch(['p', 'q'].map((project) => ({ connection, project })));
    await Promise.all([checked, clock.advance(2000)]);
    const polls = paths()
      .slice(before)
      .filter((path) => path === 'measures/search');
    assert.equal(polls.length, 2);
  });

  it('leaves the polls to a window that has the token', async () => {
    const withoutToken = { apiFor: () => Promise.resolve(undefined) };
    const { clock, openAnother, monitor } = await startMonitor(withoutToken);
    const other = await openAnother();
    await clock.advance(3 * minute);
    assert.deepEqual([monitor.leads('one'), other.monitor.leads('one')], [false, true]);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('sends no further request when the notifications of the connection are turned off', async () => {
    const { clock, paths, monitor } = await startMonitor();
    monitor.watch([{ connection: { ...connection, receiveNotifications: false }, project: 'p' }]);
    const before = paths().length;
    await clock.advance(10 * minute);
    assert.equal(paths().length, before);
  });

  it('keeps its schedule when the journal changes for another reason', async () => {
    const { clock, paths, monitor } = await startMonitor({ random: () => 0 });
    await clock.advance(minute);
    const polls = () => paths().filter((path) => path === 'measures/search').length;
    const before = polls();
    // The shortest delay is a tenth shorter than the interval.
    for (let at = 0; at < 50; at++) {
      await clock.advance(0.9 * minute);
      await monitor.journal.mute({ connection: 'one', project: `q${at}` });
    }
    assert.ok(polls() - before >= 49, `${polls() - before} polls`);
  });
});

const pushOf = (project: string) => ({ connection: connection.uuid, project, source: 'webhook' as const });

describe('GateMonitor, with pushes', () => {
  it('requests the named projects, once for push events that come together', async () => {
    const projects = ['p', 'q', 'r'];
    const { clock, platform, http, monitor } = await startMonitor({ projects });
    for (const project of projects) platform.changeIssue(project, 'ERROR');
    const before = http.exchanges.length;
    const pushes = ['p', 'q', 'p'].map((project) => monitor.receivePush(pushOf(project)));
    await Promise.all([...pushes, clock.advance(1000)]);
    const asked = http.exchanges.slice(before).map(({ url }) => new URL(url).searchParams.get('projectKeys'));
    assert.deepEqual(
      asked.filter((keys) => keys !== null),
      ['p,q'],
    );
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
    assert.equal(monitor.journal.gateOf('one', 'r').gate?.status, 'OK');
  });

  it('writes no answer to a push into the journal that arrives after its end', async () => {
    const { clock, platform, disk, monitor } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    void monitor.receivePush(pushOf('p'));
    await clock.advance(15);
    monitor.dispose();
    await clock.advance(minute);
    assert.deepEqual(disk.read().changes, []);
  });

  it('notifies half a second after a push at the latest, in the window with the focus', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    for (let gateChange = 0; gateChange < 20; gateChange++) {
      await clock.advance(minute / 7);
      platform.analyse('p', gateChange % 2 === 0 ? 'ERROR' : 'OK', startTime + clock.elapsed);
      await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(500)]);
      assert.equal(delivered.length, gateChange + 1);
    }
  });

  it('shows changes of several projects together if they are pushed at the same moment', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor({ projects: ['p', 'q'] });
    for (const project of ['p', 'q']) platform.changeIssue(project, 'ERROR');
    await Promise.all([
      monitor.receivePush(pushOf('p')),
      monitor.receivePush(pushOf('q')),
      clock.advance(500),
    ]);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['summary']);
  });

  it('notifies of new issues of a pushed project', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.setNewestIssue('p', startTime + clock.elapsed);
    await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(500)]);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['newIssues']);
  });

  it('names the analysis that ended after a push event had caused a request', async () => {
    const { clock, platform, network, delivered, monitor } = await startMonitor();
    network.faultOf = ({ url }) => {
      if (url.includes('search_events')) platform.analyse('p', 'ERROR', startTime + 2000);
      return 'none';
    };
    await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(500)]);
    assert.deepEqual(delivered, []);
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).cause, 'analysis');
  });

  it('sends no request for an unwatched project', async () => {
    const { clock, http, monitor } = await startMonitor();
    const before = http.exchanges.length;
    await Promise.all([monitor.receivePush(pushOf('other')), clock.advance(1000)]);
    assert.equal(http.exchanges.length, before);
  });

  it('polls the others no later than without pushes', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor({ projects: ['p', 'q'] });
    platform.changeIssue('q', 'ERROR');
    for (let second = 0; second < 66; second++)
      await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(1000)]);
    assert.equal(monitor.journal.gateOf('one', 'q').gate?.status, 'ERROR');
    assert.equal(delivered.length, 1);
  });

  it('respects the waiting time of a platform', async () => {
    const { clock, network, http, monitor } = await startMonitor();
    network.faultOf = () => 'rateLimited';
    await clock.advance(minute);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'rateLimited');
    const before = http.exchanges.length;
    await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(100)]);
    assert.equal(http.exchanges.length, before);
  });

  it('polls at once after a push, although the platform was unreachable', async () => {
    const { clock, network, monitor } = await startMonitor();
    network.faultOf = () => 'refused';
    await clock.advance(3 * minute);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unreachable');
    network.faultOf = () => 'none';
    await Promise.all([monitor.receivePush(pushOf('p')), clock.advance(1000)]);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('reports which window should receive push events', async () => {
    const { monitor } = await startMonitor();
    let changes = 0;
    monitor.onDidChangeLeadership(() => changes++);
    assert.equal(monitor.leads('one'), true);
    monitor.watch([]);
    assert.equal(monitor.leads('one'), false);
    assert.equal(changes, 1);
  });

  it('reports the projects whose pushes this window handles: those that any window watches', async () => {
    const { clock, openAnother, monitor } = await startMonitor();
    const other = await openAnother({ projects: ['q'] });
    await clock.advance(5000);
    assert.deepEqual(
      monitor.ledProjects().map(({ connection: uuid, project }) => `${uuid} ${project}`),
      ['one p', 'one q'],
    );
    assert.deepEqual(other.monitor.ledProjects(), []);
  });
});

/** A window that watches so many projects, some polls after its start. */
async function watching(count: number, setup: Setup = {}) {
  const projects = Array.from({ length: count }, (_, index) => `p${index}`);
  const monitored = await startMonitor({ projects, ...setup });
  await monitored.clock.advance(10 * minute);
  return { ...monitored, projects };
}

const projectsOf = (notification: readonly GateNotification[]): readonly string[] =>
  notification.flatMap((item) =>
    (item.kind === 'change' ? [item.change] : item.changes).map(({ project }) => project),
  );

describe('GateMonitor, with more projects than fit into one request', () => {
  it('polls 500 projects with at most seven requests', async () => {
    const { clock, paths } = await watching(500);
    const before = paths().length;
    await clock.advance(10 * minute);
    assert.ok(paths().length - before <= 70, `${paths().length - before} requests in ten polls`);
  });

  it('names the analysis that changed a gate, whether or not it is the turn of its project', async () => {
    const { clock, platform, delivered, projects } = await watching(250);
    for (const [index, project] of ['p7', 'p111', 'p249'].entries()) {
      platform.analyse(project, 'ERROR', startTime + clock.elapsed);
      await clock.advance(1.2 * minute);
      const change = changeOf(delivered[index]);
      assert.deepEqual([change.project, change.cause], [project, 'analysis']);
    }
    platform.changeIssue('p100', 'ERROR');
    await clock.advance(1.2 * minute);
    assert.equal(changeOf(delivered[3]).cause, 'issueChange');
    assert.equal(projects.length, 250);
  });

  it('notifies once of the new issues of each project, within as many polls as it needs requests for events', async () => {
    const { clock, platform, delivered, projects } = await watching(250);
    for (const project of projects) platform.setNewestIssue(project, startTime + clock.elapsed);
    await clock.advance(3.5 * minute);
    assert.deepEqual([...projectsOf(delivered)].sort(), [...projects].sort());
    await clock.advance(10 * minute);
    assert.equal(projectsOf(delivered).length, projects.length);
  });

  it('does not notify of issues from before the first poll of their project', async () => {
    const projects = Array.from({ length: 250 }, (_, index) => `p${index}`);
    const { clock, platform, network, delivered } = await startMonitor({
      projects,
      faultOf: () => 'refused',
    });
    for (const project of projects) platform.setNewestIssue(project, startTime + clock.elapsed);
    network.faultOf = () => 'none';
    await clock.advance(20 * minute);
    assert.deepEqual(delivered, []);
    platform.setNewestIssue('p249', startTime + clock.elapsed);
    await clock.advance(3.5 * minute);
    assert.deepEqual(projectsOf(delivered), ['p249']);
  });
});

/** How often the journal store tries to get its lock. */
const allAttempts = 3;

describe('GateMonitor, while other windows keep the journal locked', () => {
  it('notifies of a change that follows a first poll whose start was not stored', async () => {
    const disk = new Disk();
    disk.heldLocks = allAttempts;
    const { clock, platform, delivered } = await startMonitor({ disk });
    await clock.advance(0.5 * minute);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['change']);
  });

  it('does not compare the gates of two servers if the start of the first poll of the second was not stored', async () => {
    const { clock, http, platform, disk, monitor } = await startMonitor();
    monitor.dispose();
    platform.changeIssue('p', 'ERROR');
    const { monitor: after, delivered } = createMonitoredWindow({ clock, http, disk });
    const moved = serverConnection(connection.uuid, { serverUrl: 'http://other.test' });
    after.watch([{ connection: moved, project: 'p' }]);
    disk.heldLocks = allAttempts;
    await after.start();
    await clock.advance(5 * minute);
    assert.equal(after.journal.gateOf(connection.uuid, 'p').gate?.status, 'ERROR');
    assert.deepEqual(delivered, []);
    after.dispose();
  });

  it('polls again soon if the end of a poll was not stored', async () => {
    const { clock, http, disk, monitor, network } = await startMonitor();
    network.faultOf = () => 'unauthorized';
    disk.onWrite = () => {
      // The first write of the poll is its start, the second one its end.
      disk.heldLocks = allAttempts;
    };
    await clock.advance(0.95 * minute);
    assert.equal(disk.heldLocks, 0);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    disk.onWrite = () => undefined;
    assert.ok(monitor.leads('one'));
    const asked = http.exchanges.length;
    await clock.advance(12_000);
    assert.ok(http.exchanges.length > asked);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unauthorized');
  });

  it('polls at once after a successful check of the connection, although the back-off cannot be reset', async () => {
    const { clock, disk, monitor, network } = await startMonitor();
    network.faultOf = () => 'unauthorized';
    await clock.advance(30 * minute);
    network.faultOf = () => 'none';
    disk.heldLocks = allAttempts;
    await Promise.all([monitor.recover('one'), clock.advance(1000)]);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('reports that a mute was not stored', async () => {
    const { disk, monitor } = await startMonitor();
    disk.heldLocks = allAttempts;
    await assert.rejects(monitor.journal.mute({ connection: 'one', project: 'p', until: undefined }), {
      code: 'busy',
    });
    assert.equal(monitor.journal.isMuted('one', 'p'), false);
    await monitor.journal.mute({ connection: 'one', project: 'p', until: undefined });
    assert.equal(monitor.journal.isMuted('one', 'p'), true);
  });
});
