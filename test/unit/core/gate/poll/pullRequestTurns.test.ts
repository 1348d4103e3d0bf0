import assert from 'node:assert/strict';
import { PullRequestTurns } from '../../../../../src/core/gate/poll/branchGates.ts';

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
