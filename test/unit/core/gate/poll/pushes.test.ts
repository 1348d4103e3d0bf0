import assert from 'node:assert/strict';
import { Disk } from '../../../../simulation/disk.ts';
import { createMonitoredWindow } from '../../../../simulation/monitoredWindow.ts';
import { changeOf, connection, minute, startMonitor, startTime } from '../startMonitor.ts';
import { fieldOf } from '../../../../support/lists.ts';

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
    const disk = new Disk();
    const { clock, platform, monitor } = await startMonitor({ disk });
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
    const disk = new Disk();
    const first = await startMonitor({ disk });
    let changes = 0;
    first.monitor.onDidChangeLeadership(() => changes++);
    assert.equal(first.monitor.leads('one'), true);
    first.monitor.watch([]);
    assert.equal(first.monitor.leads('one'), false);
    assert.equal(changes, 1);
  });

  it('reports the projects whose pushes this window handles: those that any window watches', async () => {
    const disk = new Disk();
    const { clock, http, monitor } = await startMonitor({ disk });
    const other = createMonitoredWindow({ clock, http, disk, isFocused: false });
    other.monitor.watch([{ connection, project: 'q' }]);
    await other.monitor.start();
    await clock.advance(5000);
    assert.deepEqual(
      monitor.ledProjects().map(({ connection: uuid, project }) => `${uuid} ${project}`),
      ['one p', 'one q'],
    );
    assert.deepEqual(other.monitor.ledProjects(), []);
  });
});
