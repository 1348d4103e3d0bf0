import assert from 'node:assert/strict';
import { Api } from '../../../../../src/core/api/client.ts';
import { connectionOf, type Journal } from '../../../../../src/core/gate/journal/journal.ts';
import { JournalStore } from '../../../../../src/core/gate/journal/journalStore.ts';
import { beginPoll, bumpEpoch } from '../../../../../src/core/gate/poll/pollResult.ts';
import { PollRun, type PollOutcome } from '../../../../../src/core/gate/poll/pollRun.ts';
import { PullRequestTurns } from '../../../../../src/core/gate/poll/branchGates.ts';
import type { HttpRequest } from '../../../../../src/core/http.ts';
import { serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { FaultyHttp } from '../../../../simulation/faultyHttp.ts';
import { ModelPlatform } from '../../../../simulation/modelPlatform.ts';
import { Process } from '../../../../simulation/process.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';

const baseUrl = 'http://one.test';
const connection = serverConnection('one', { serverUrl: baseUrl });
/** Milliseconds between a request and its answer, in each direction. */
const latency = 1000;

/** A platform whose gate has passed, and a journal that a first poll of the leader with epoch 1 has written. */
async function afterFirstPoll(projects: readonly string[] = ['p']) {
  const clock = new VirtualClock();
  const platform = new ModelPlatform(['p'], () => Date.UTC(2026, 5, 1) + clock.elapsed);
  platform.analyse('p', 'OK', Date.UTC(2026, 5, 1));
  const requests: HttpRequest[] = [];
  const faultOf = (request: HttpRequest) => {
    requests.push(request);
    return 'none' as const;
  };
  const http = new FaultyHttp({ platform, clock, latency: () => latency, faultOf });
  const log = new CollectingLog();
  const file = new Disk().filesFor(new Process('window', clock)).journal;
  const journal = new JournalStore({ file, clock, log, leads: () => true });
  const start = (epoch: number | undefined): Promise<PollOutcome> =>
    new PollRun(
      {
        apiFor: () => Promise.resolve(new Api({ http, log, baseUrl, userAgent: 'test', token: 'token' })),
        journal,
        clock,
        log,
        policy: { endUnwanted: (current) => current },
      },
      {
        connection,
        gates: projects.map((project) => ({ project })),
        source: 'poll',
        eventTurn: 0,
        pullRequests: new PullRequestTurns(),
        epoch,
        signal: new AbortController().signal,
      },
    ).run();
  const first = start(1);
  await clock.advance(20 * latency);
  assert.equal(await first, 'success');
  return {
    clock,
    journal,
    start,
    requests,
    fail: () => platform.changeIssue('p', 'ERROR'),
    record: () => connectionOf(journal.current, connection.uuid),
  };
}

/** Starts a poll, makes a change in the journal before its answers arrive, and returns how the poll ended. */
async function interrupted(epoch: number | undefined, change: (journal: Journal) => Journal) {
  const { clock, journal, start, fail, record } = await afterFirstPoll();
  fail();
  const outcome = start(epoch);
  await clock.advance(latency);
  await journal.update(change);
  await clock.advance(20 * latency);
  return { outcome: await outcome, record: record() };
}

describe('a poll whose answers arrive', () => {
  it('writes nothing after another window has become the leader', async () => {
    const { outcome, record } = await interrupted(1, (journal) => bumpEpoch(journal, connection.uuid, 2));
    assert.equal(outcome, 'fenced');
    assert.equal(record?.epoch, 2);
    assert.equal(record.gates[0]?.status, 'OK');
  });

  it('writes nothing after another poll of the connection has begun', async () => {
    const { outcome, record } = await interrupted(1, (journal) => beginPoll(journal, connection.uuid));
    assert.equal(outcome, 'superseded');
    assert.equal(record?.gates[0]?.status, 'OK');
  });

  it('records the epoch of its leader, so that polls of former leaders are refused', async () => {
    const { clock, start, record } = await afterFirstPoll();
    const outcome = start(5);
    await clock.advance(20 * latency);
    assert.equal(await outcome, 'success');
    assert.equal(record()?.epoch, 5);
  });

  it('is refused at its start with the epoch of a former leader, without beginning a poll', async () => {
    const { journal, start, record } = await afterFirstPoll();
    await journal.update((current) => bumpEpoch(current, connection.uuid, 3));
    const turn = record()?.turn;
    assert.equal(await start(2), 'fenced');
    assert.deepEqual([record()?.epoch, record()?.turn], [3, turn]);
  });

  it('writes the new status in any window that a user or a push made ask', async () => {
    const { outcome, record } = await interrupted(undefined, (journal) =>
      bumpEpoch(journal, connection.uuid, 2),
    );
    assert.equal(outcome, 'success');
    assert.equal(record?.gates[0]?.status, 'ERROR');
  });
});

describe('each request of a poll', () =>
  it('has the deadline of a request, and a signal of its own', async () => {
    const { clock, start, fail, requests } = await afterFirstPoll(['p', 'gone']);
    fail();
    const outcome = start(1);
    await clock.advance(40 * latency);
    assert.equal(await outcome, 'success');
    const paths = new Set(requests.map(({ url }) => new URL(url).pathname.replace('/api/', '')));
    assert.deepEqual([...paths].toSorted(), [
      'components/show',
      'developers/search_events',
      'measures/search',
      'qualitygates/project_status',
      'system/status',
    ]);
    assert.deepEqual(new Set(requests.map(({ timeoutMs }) => timeoutMs)), new Set([12_000]));
    assert.equal(new Set(requests.flatMap(({ signal }) => signal ?? [])).size, requests.length);
  }));
