import assert from 'node:assert/strict';
import { everyBranch, pullRequestName } from '../../../../../src/core/gate/model.ts';
import { PullRequestTurns } from '../../../../../src/core/gate/poll/branchGates.ts';
import { changeOf, connection, minute, type Setup, startMonitor, startTime } from '../startMonitor.ts';

describe('GateMonitor, with branches', () => {
  it('notifies of the branch that is checked out, and not of the main branch', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.setBranch('p', 'feature', 'OK');
    monitor.watch([{ connection, project: 'p', branch: 'feature' }]);
    await clock.advance(2 * minute);
    platform.analyse('p', 'ERROR', startTime + 1000);
    await clock.advance(2 * minute);
    assert.deepEqual(delivered, []);
    platform.setBranch('p', 'feature', 'ERROR');
    await clock.advance(2 * minute);
    const { branch, link, conditions } = changeOf(delivered[0]);
    assert.deepEqual([branch, link], ['feature', 'http://one.test/dashboard?id=p&branch=feature']);
    assert.equal(conditions?.length, 1);
    assert.equal(monitor.journal.gateOf('one', 'p', 'feature').gate?.status, 'ERROR');
  });

  it('uses the main branch if the platform does not have the checked-out branch, or has deleted it', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    monitor.watch([{ connection, project: 'p', branch: 'local' }]);
    await clock.advance(2 * minute);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).branch, undefined);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'ERROR');
    platform.setBranch('p', 'local', 'OK');
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'OK');
    platform.setBranch('p', 'local', undefined);
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'ERROR');
    assert.equal(delivered.length, 1);
  });

  it('treats a checked-out branch with the name of the main branch as the main branch', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    monitor.watch([
      { connection, project: 'p', branch: 'main' },
      { connection, project: 'p' },
    ]);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 1);
    assert.equal(changeOf(delivered[0]).branch, undefined);
  });

  it('notifies of every branch with the setting "all"', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    for (const name of ['x', 'y']) platform.setBranch('p', name, 'OK');
    monitor.watch([{ connection, project: 'p', branch: everyBranch }]);
    await clock.advance(2 * minute);
    for (const name of ['x', 'y']) platform.setBranch('p', name, 'ERROR');
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    const branches = delivered.flatMap((notification) =>
      notification.kind === 'summary' ? notification.changes.map(({ branch }) => branch) : [],
    );
    assert.deepEqual(new Set(branches), new Set(['x', 'y', undefined]));
  });
});

const branch = 'feature';

/** A window that has checked out `feature`, on a platform with pull requests. */
async function startOnFeature(setup: Setup = {}) {
  const started = await startMonitor(setup);
  const { platform, monitor } = started;
  for (const project of setup.projects ?? ['p'])
    platform.setPullRequest(project, '7', { branch: 'other', status: 'ERROR' });
  monitor.watch((setup.projects ?? ['p']).map((project) => ({ connection, project, branch })));
  return { ...started, gate: () => monitor.journal.gateOf('one', 'p', branch).gate };
}

describe('GateMonitor, with pull requests', () => {
  it('notifies of the pull request of the checked-out branch, and not of the branch or of main', async () => {
    const { clock, platform, delivered, gate } = await startOnFeature();
    platform.setBranch('p', branch, 'OK');
    platform.setPullRequest('p', '12', { branch, status: 'OK' });
    await clock.advance(2 * minute);
    assert.equal(gate()?.branch, pullRequestName('12'));
    platform.analyse('p', 'ERROR', startTime + 1000);
    platform.setBranch('p', branch, 'ERROR');
    await clock.advance(2 * minute);
    assert.deepEqual(delivered, []);
    platform.setPullRequest('p', '12', { branch, status: 'ERROR' });
    await clock.advance(2 * minute);
    const { link, conditions, cause } = changeOf(delivered[0]);
    assert.equal(link, 'http://one.test/dashboard?id=p&pullRequest=12');
    assert.equal(conditions?.length, 1);
    assert.equal(cause, undefined);
    assert.equal(gate()?.status, 'ERROR');
  });

  it('takes over from the branch when a pull request appears, and returns when it is closed, without a notification', async () => {
    const { clock, platform, delivered, gate } = await startOnFeature();
    platform.setBranch('p', branch, 'OK');
    await clock.advance(2 * minute);
    assert.deepEqual([gate()?.branch, gate()?.status], [branch, 'OK']);
    platform.setPullRequest('p', '12', { branch, status: 'ERROR' });
    await clock.advance(2 * minute);
    assert.deepEqual([gate()?.branch, gate()?.status], ['pull request 12', 'ERROR']);
    platform.setPullRequest('p', '12', undefined);
    await clock.advance(2 * minute);
    assert.deepEqual([gate()?.branch, gate()?.status], [branch, 'OK']);
    platform.setPullRequest('p', '12', { branch, status: 'ERROR' });
    await clock.advance(2 * minute);
    assert.deepEqual([gate()?.branch, gate()?.status], ['pull request 12', 'ERROR']);
    assert.deepEqual(delivered, []);
  });

  it('ignores a pull request that was never analysed', async () => {
    const { clock, platform, gate } = await startOnFeature();
    platform.setPullRequest('p', '12', { branch });
    await clock.advance(2 * minute);
    assert.equal(gate()?.branch, undefined);
  });

  it('ignores a pull request from a fork whose branch has the name of the main branch', async () => {
    const { clock, platform, monitor } = await startOnFeature();
    platform.setPullRequest('p', '12', { branch: 'main', base: 'release', status: 'ERROR' });
    monitor.watch([{ connection, project: 'p', branch: 'main' }]);
    await clock.advance(2 * minute);
    const { gate } = monitor.journal.gateOf('one', 'p', 'main');
    assert.deepEqual([gate?.branch, gate?.status], [undefined, 'OK']);
  });

  it('uses the newest of several pull requests from one branch', async () => {
    const { clock, platform, delivered, gate } = await startOnFeature();
    platform.setPullRequest('p', '9', { branch, status: 'ERROR' });
    await clock.advance(2 * minute);
    assert.equal(gate()?.branch, 'pull request 9');
    platform.setPullRequest('p', '10', { branch, status: 'OK' });
    await clock.advance(2 * minute);
    assert.equal(gate()?.branch, 'pull request 10');
    assert.deepEqual(delivered, []);
  });

  it('watches the pull request of the checked-out branch beside all branches', async () => {
    const { clock, platform, monitor, delivered, gate } = await startOnFeature();
    platform.setBranch('p', 'x', 'OK');
    platform.setPullRequest('p', '12', { branch, status: 'OK' });
    monitor.watch([
      { connection, project: 'p', branch: everyBranch },
      { connection, project: 'p', branch },
    ]);
    await clock.advance(2 * minute);
    assert.equal(gate()?.branch, 'pull request 12');
    platform.setBranch('p', 'x', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).branch, 'x');
  });

  it('does not take a branch for a pull request because of its name', async () => {
    const { clock, platform, monitor } = await startOnFeature();
    platform.setBranch('p', pullRequestName('7'), 'ERROR');
    monitor.watch([{ connection, project: 'p', branch: everyBranch }]);
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p', pullRequestName('7')).gate?.branch, undefined);
  });

  it('keeps the pull request while the server starts and knows no action', async () => {
    const { clock, platform, gate, delivered } = await startOnFeature();
    platform.setPullRequest('p', '12', { branch, status: 'OK' });
    await clock.advance(2 * minute);
    platform.systemStatus = 'STARTING';
    await clock.advance(3 * minute);
    assert.equal(gate()?.branch, 'pull request 12');
    platform.systemStatus = 'UP';
    platform.setPullRequest('p', '12', { branch, status: 'ERROR' });
    await clock.advance(10 * minute);
    assert.equal(changeOf(delivered[0]).branch, 'pull request 12');
  });

  describe('requests', () => {
    const projects = Array.from({ length: 20 }, (_, index) => `p${index}`);

    it('stop on a platform without pull requests', async () => {
      const started = await startMonitor();
      started.monitor.watch([{ connection, project: 'p', branch }]);
      await started.clock.advance(10 * minute);
      const lists = started.paths().filter((path) => path === 'project_pull_requests/list');
      assert.equal(lists.length, 1);
    });

    it('are sent at once for a push, so that a new pull request is not late', async () => {
      const started = await startOnFeature({ projects });
      await started.clock.advance(2 * minute);
      started.platform.setPullRequest('p3', '12', { branch, status: 'ERROR' });
      await Promise.all([
        started.monitor.receivePush({ connection: 'one', project: 'p3', source: 'webhook' }),
        started.clock.advance(1000),
      ]);
      const { gate } = started.monitor.journal.gateOf('one', 'p3', branch);
      assert.equal(gate?.branch, 'pull request 12');
    });
  });
});

/** Polls these projects, and returns those that were asked for the pull request of their branch. */
function pollOf(looks: PullRequestTurns, projects: readonly string[], branches: readonly string[]): string[] {
  looks.begin(new Set(projects), 'poll');
  const asked = projects.filter((project) => looks.isDue(project, branches));
  for (const project of projects) looks.end(project, branches, asked.includes(project));
  return asked;
}

const many = Array.from({ length: 200 }, (_, index) => `p${index}`);

describe('requests for pull requests', () => {
  it('are made for every project at first, then for one of a hundred projects in each poll, in turn', () => {
    const looks = new PullRequestTurns();
    assert.deepEqual(pollOf(looks, many, ['b']), many);
    assert.deepEqual(pollOf(looks, many, ['b']), ['p0', 'p1']);
    assert.deepEqual(pollOf(looks, many, ['b']), ['p2', 'p3']);
  });

  it('are due at once for a branch that had no request yet, and never without a branch', () => {
    const looks = new PullRequestTurns();
    pollOf(looks, many, ['b']);
    assert.deepEqual(pollOf(looks, many, []), []);
    assert.deepEqual(pollOf(looks, many, ['c']), many);
    assert.deepEqual(pollOf(looks, many, ['c']).length, 2);
  });

  it('remember the branches of the last request when a project needs none', () => {
    const looks = new PullRequestTurns();
    pollOf(looks, ['p', 'q'], ['b']);
    looks.begin(new Set(['p']), 'poll');
    // A known pull request costs no look.
    looks.end('p', ['c'], false);
    looks.begin(new Set(['p', 'q']), 'poll');
    assert.ok(!looks.isDue('p', ['b']));
    assert.ok(looks.isDue('p', ['c']));
  });

  it('pause for 30 polls after a platform has refused them', () => {
    const looks = new PullRequestTurns();
    pollOf(looks, ['p'], ['b']);
    looks.refuse();
    for (let count = 1; count < 30; count++) assert.deepEqual(pollOf(looks, ['p'], ['b']), [], String(count));
    assert.deepEqual(pollOf(looks, ['p'], ['b']), ['p']);
  });

  it('are made for all projects of a push or a manual check', () => {
    for (const source of ['webhook', 'check'] as const) {
      const looks = new PullRequestTurns();
      pollOf(looks, many, ['b']);
      looks.begin(new Set(many), source);
      assert.ok(many.every((project) => looks.isDue(project, ['b'])));
    }
  });
});
