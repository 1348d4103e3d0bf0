import assert from 'node:assert/strict';
import type { DeveloperEvent } from '../../../../../src/core/api/developerEvents.ts';
import { emptyJournal } from '../../../../../src/core/gate/journal/journal.ts';
import { observe } from '../../../../../src/core/gate/journal/observe.ts';
import { issuesOf, noticeIssues } from '../../../../../src/core/gate/poll/newIssues.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { minute, startMonitor, startTime, type Setup } from '../startMonitor.ts';
import { fieldOf } from '../../../../support/lists.ts';

/** After a first poll that has seen whatever there was; `raise`: a new issue now, and time to tell it. */
async function startAt({ newest, ...setup }: Setup & { readonly newest?: number } = {}) {
  const world = await startMonitor(setup);
  const { clock, platform, delivered } = world;
  if (newest !== undefined) platform.setNewestIssue('p', newest);
  await clock.advance(2 * minute);
  delivered.length = 0;
  const raise = async (...projects: readonly string[]) => {
    for (const project of projects) platform.setNewestIssue(project, startTime + clock.elapsed);
    await clock.advance(2 * minute);
  };
  return { ...world, raise };
}

describe('new issues', () => {
  it('cause one notification, apart from gates, with a link to the issues since the last one', async () => {
    const { delivered, platform, clock, raise } = await startAt();
    platform.changeIssue('p', 'ERROR');
    await raise('p');
    assert.deepEqual(fieldOf(delivered, 'kind'), ['change', 'newIssues']);
    const link = 'http://one.test/project/issues?id=p&resolved=false&assignees=ada';
    assert.equal(delivered[1]?.kind === 'newIssues' && delivered[1].changes[0]?.link, link);
    const last = new Date(startTime + clock.elapsed - 2 * minute);
    await raise('p');
    const next = delivered[2]?.kind === 'newIssues' ? delivered[2].changes[0]?.link : undefined;
    const after = new URL(next ?? '').searchParams.get('createdAfter')?.replace('+0000', 'Z');
    assert.ok(Date.parse(after ?? '') - last.getTime() <= 1000);
    await clock.advance(10 * minute);
    assert.equal(delivered.length, 3);
  });

  it('of several projects cause one notification', async () => {
    const { delivered, raise } = await startAt({ projects: ['p', 'q'] });
    await raise('p', 'q');
    assert.deepEqual(
      delivered.map(
        (notification) =>
          notification.kind === 'newIssues' && notification.changes.map(({ project }) => project),
      ),
      [['p', 'q']],
    );
  });

  it('cause no notification if they existed at the first poll, nor if an older one follows a closed one', async () => {
    const world = await startMonitor({ faultOf: () => 'refused' });
    const { clock, platform, network, delivered } = world;
    platform.setNewestIssue('p', startTime + 30_000);
    network.faultOf = () => 'none';
    await clock.advance(20 * minute);
    platform.setNewestIssue('p', startTime);
    await clock.advance(5 * minute);
    platform.setNewestIssue('p', undefined);
    await clock.advance(5 * minute);
    assert.deepEqual(delivered, []);
  });

  it('cause no notification, now or later, if the setting is off or the project is muted', async () => {
    let isWanted = false;
    const { delivered, monitor, raise } = await startAt({ notifiesNewIssues: () => isWanted });
    await raise('p');
    isWanted = true;
    await monitor.journal.mute({ connection: 'one', project: 'p' });
    await raise('p');
    await monitor.journal.unmute({ connection: 'one', project: 'p' });
    await raise();
    assert.deepEqual(delivered, []);
    await raise('p');
    assert.equal(delivered.length, 1);
  });

  it('are not changes of a gate: they are not in its history and do not affect its changes', async () => {
    const { delivered, platform, clock, monitor, raise } = await startAt();
    await raise('p');
    assert.deepEqual(monitor.journal.changes(), []);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(delivered.at(-1)?.kind, 'change');
  });

  it('that were shown while the disk failed are not shown again when it is back', async () => {
    const disk = new Disk();
    const { delivered, clock, monitor, raise } = await startAt({ disk });
    disk.isFull = true;
    await raise('p');
    disk.isFull = false;
    await clock.advance(5 * minute);
    assert.equal(delivered.length, 1);
    assert.equal(monitor.journal.storageFailure, undefined);
  });

  it('of a pull request or of an unwatched branch cause no notification', () => {
    const event: DeveloperEvent = {
      category: 'NEW_ISSUES',
      message: '',
      link: undefined,
      project: 'p',
      branch: undefined,
      pullRequest: undefined,
      assignee: 'ada',
      at: 5,
    };
    const events = [event, { ...event, at: 9, pullRequest: '7' }, { ...event, at: 8, branch: 'b' }];
    assert.deepEqual(issuesOf(events, [{ project: 'p' }, { project: 'q' }]), [
      { project: 'p', branch: undefined, issuesAt: 5, assignee: 'ada' },
      { project: 'q', branch: undefined, issuesAt: 0 },
    ]);
  });

  it('that the journal knows leave it as it is, so that it is not written', () => {
    const observations = [{ project: 'p', branch: undefined, issuesAt: 5, assignee: 'ada' }];
    const notice = {
      connection: 'c',
      observations,
      source: 'poll',
      at: 9,
      baseUrl: 'http://one.test',
    } as const;
    const gate = { connection: 'c', project: 'p', status: 'OK', at: 1, source: 'poll' } as const;
    const seen = observe(emptyJournal, 'c', [gate]);
    const noticed = noticeIssues(seen, notice);
    assert.notEqual(noticed, seen);
    assert.equal(noticeIssues(noticed, notice), noticed);
  });
});
