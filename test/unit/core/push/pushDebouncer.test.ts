import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/events.ts';
import { opaqueProjectId } from '../../../../src/core/push/pushEvents.ts';
import { PushClient } from '../../../../src/core/push/pushClient.ts';
import { PushDebouncer } from '../../../../src/core/push/pushDebouncer.ts';
import { settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { changeOf, connection, minute, startMonitor } from '../gate/startMonitor.ts';
import { eventStream, Line } from './line.ts';

const salt = 'salt';
const handshake = (...projects: string[]) =>
  `id: log:0\nevent: hello\ndata: ${JSON.stringify({ salt, projects: projects.map((key) => opaqueProjectId(salt, key)), run: '1', spreadMs: 0 })}\n\n`;
const pushEvent = (sequence: number, project: string) =>
  `id: log:${sequence}\nevent: doorbell\ndata: ${JSON.stringify({ project: opaqueProjectId(salt, project), sequence, at: 1, spreadMs: 0 })}\n\n`;

/** A window that listens to a relay, whose part the test plays. */
async function startListening(covered: readonly string[] = ['p'], random = 0.5) {
  const changed = new Emitter<void>((error) => {
    throw error;
  });
  const connection: { client?: PushClient; line?: Line; isAway: boolean } = { isAway: false };
  const pushes = {
    covers: (project: string) =>
      connection.client?.state === 'listening' && connection.client.covers(project),
    onDidChange: changed.event,
  };
  const monitored = await startMonitor({ projects: ['p', 'q'], pushes });
  const client = new PushClient({
    open: (request) => {
      if (connection.isAway) return Promise.reject(new Error('away'));
      connection.line = new Line(request);
      connection.line.send(handshake(...covered));
      return Promise.resolve(eventStream(connection.line));
    },
    address: 'https://relay.example',
    key: 'srk_key',
    clock: monitored.clock,
    random: () => 0.5,
    log: new CollectingLog(),
  });
  connection.client = client;
  client.onDidChange(() => changed.fire());
  const debouncer = new PushDebouncer({
    client,
    ledProjects: () => monitored.monitor.ledProjects(),
    receivePush: (push) => monitored.monitor.receivePush(push),
    clock: monitored.clock,
    random: () => random,
  });
  client.start();
  await monitored.clock.advance(3000);
  const stop = () => {
    client.dispose();
    debouncer.dispose();
    monitored.monitor.dispose();
  };
  return { ...monitored, connection, stop };
}

describe('a push event', () => {
  it('causes a toast within half a second, although editors spread their polls', async () => {
    const { clock, platform, delivered, connection, stop } = await startListening(['p', 'q'], 0.999);
    platform.changeIssue('p', 'ERROR');
    connection.line?.send(pushEvent(1, 'p'));
    await clock.advance(500);
    assert.equal(changeOf(delivered[0]).to, 'ERROR');
    stop();
  });

  it('is merged with others into one poll, and causes none for unwatched projects', async () => {
    const { clock, paths, connection, stop } = await startListening(['p', 'q', 'other']);
    const before = paths().length;
    for (let sequence = 1; sequence <= 50; sequence++) connection.line?.send(pushEvent(sequence, 'p'));
    connection.line?.send(pushEvent(51, 'other'));
    await clock.advance(900);
    const asked = paths().slice(before);
    assert.equal(asked.filter((path) => path === 'measures/search').length, 1, asked.join());
    stop();
  });

  it('lets polls rest for a quarter of an hour while the relay covers all that is watched', async () => {
    const { clock, paths, stop } = await startListening(['p', 'q']);
    const before = paths().length;
    await clock.advance(10 * minute);
    // Its signs of life are missing here, so it comes and goes, which asks nothing either.
    assert.equal(paths().length, before);
    await clock.advance(8 * minute);
    assert(paths().length > before);
    stop();
  });

  it('leaves polls as they are where the relay does not cover everything', async () => {
    const { clock, paths, stop } = await startListening(['p']);
    const before = paths().length;
    await clock.advance(3 * minute);
    assert(paths().length > before);
    stop();
  });

  it('is not missed when the relay goes away: polls continue, without lost or repeated notifications', async () => {
    const { clock, platform, delivered, connection, stop } = await startListening(['p', 'q']);
    connection.isAway = true;
    connection.line?.end();
    await settle();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(3 * minute);
    assert.equal(delivered.length, 1);
    connection.isAway = false;
    await clock.advance(2 * minute);
    platform.changeIssue('p', 'OK');
    connection.line?.send(pushEvent(7, 'p'));
    connection.line?.send(pushEvent(8, 'p'));
    await clock.advance(5 * minute);
    assert.deepEqual(
      delivered.map((notification) => changeOf(notification).to),
      ['ERROR', 'OK'],
    );
    stop();
  });

  it('is left to the window that polls the connection', async () => {
    const { monitor, stop } = await startListening(['p', 'q']);
    assert.deepEqual(monitor.ledProjects(), [
      { connection: connection.uuid, project: 'p' },
      { connection: connection.uuid, project: 'q' },
    ]);
    stop();
    assert.deepEqual(monitor.ledProjects(), []);
  });
});
