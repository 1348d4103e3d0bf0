import assert from 'node:assert/strict';
import type { GateNotification } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { changeOf, minute, startMonitor, startTime, type Setup } from '../startMonitor.ts';

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
