import assert from 'node:assert/strict';
import { emptySecretSyncFile, SecretSync } from '../../../../src/core/connections/secretSync.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { settle, VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';
import { fieldOf, fieldsOf } from '../../../support/lists.ts';

type ExchangeFile = typeof emptySecretSyncFile;

/** The durations of the design. */
const patienceMs = 1000;
const forgetMs = 60_000;

/** Windows of one editor over one file, on virtual time. */
function editor(file = new MemoryFile<ExchangeFile>(emptySecretSyncFile)) {
  const clock = new VirtualClock();
  const log = new CollectingLog();
  let nonces = 0;
  const openWindow = async () => {
    const secretSync = new SecretSync({ file, clock, newNonce: () => `n${++nonces}`, log });
    const requested: string[] = [];
    const changed: string[] = [];
    secretSync.onDidRequest((uuid) => requested.push(uuid));
    secretSync.onDidChange((uuid) => changed.push(uuid));
    await secretSync.start();
    return { secretSync, requested, changed };
  };
  return { file, clock, log, openWindow };
}

/** A file that takes no writes and gives none. */
class BrokenFile extends MemoryFile<ExchangeFile> {
  override read(): Promise<ExchangeFile> {
    return Promise.reject(new Failure('storage', 'the disk is gone'));
  }

  override update(): Promise<ExchangeFile> {
    return Promise.reject(new Failure('storage', 'the disk is full'));
  }
}

describe('SecretSync', () => {
  it('passes a request on to each other window once, and not to the window that asks', async () => {
    const { file, clock, openWindow } = editor();
    const [asking, other] = [await openWindow(), await openWindow()];
    const answer = asking.secretSync.request('u');
    await settle();
    await file.update((current) => ({ ...current, written: { ...current.written } }));
    await settle();
    assert.deepEqual([asking.requested, other.requested], [[], ['u']]);
    await clock.advance(patienceMs);
    assert.equal(await answer, false);
  });

  it('withdraws a request that got no answer within one second', async () => {
    const { file, clock, openWindow } = editor();
    const { secretSync } = await openWindow();
    let answer: boolean | undefined;
    void secretSync.request('u').then((value) => (answer = value));
    await clock.advance(patienceMs - 1);
    assert.equal(answer, undefined);
    assert.equal((await file.read()).requests.length, 1);
    await clock.advance(1);
    assert.equal(answer, false);
    assert.deepEqual((await file.read()).requests, []);
  });

  it('resolves a request as soon as a window has answered for its connection, and withdraws that one only', async () => {
    const { file, clock, openWindow } = editor();
    const [asking, other] = [await openWindow(), await openWindow()];
    const answers: Record<string, boolean> = {};
    for (const uuid of ['u', 'v']) {
      void asking.secretSync.request(uuid).then((value) => (answers[uuid] = value));
      await settle();
    }
    await other.secretSync.answer('u');
    await settle();
    assert.deepEqual(answers, { u: true });
    assert.deepEqual(fieldsOf((await file.read()).requests, 'uuid', 'answered'), [['v', false]]);
    await clock.advance(patienceMs);
    assert.deepEqual(answers, { u: true, v: false });
  });

  it('passes on a request of before the window opened, unless it is answered', async () => {
    const at = new VirtualClock().now();
    const requests = [
      { uuid: 'u', nonce: 'a', at, answered: true },
      { uuid: 'v', nonce: 'b', at, answered: false },
    ];
    const { openWindow } = editor(new MemoryFile<ExchangeFile>({ version: 1, requests, written: {} }));
    assert.deepEqual((await openWindow()).requested, ['v']);
  });

  it('forgets requests that are a minute old, or from a minute ahead because the clock has jumped', async () => {
    const now = new VirtualClock().now();
    const requests = [-forgetMs, 1 - forgetMs, forgetMs - 1, forgetMs].map((offset) => ({
      uuid: 'u',
      nonce: `${offset}`,
      at: now + offset,
      answered: false,
    }));
    const { file, openWindow } = editor(new MemoryFile<ExchangeFile>({ version: 1, requests, written: {} }));
    await (await openWindow()).secretSync.announce('v');
    assert.deepEqual(fieldOf((await file.read()).requests, 'nonce'), ['-59999', '59999']);
  });

  it('notifies the other windows once of a written secret, and not the window that wrote it', async () => {
    const { openWindow } = editor();
    const [writing, other] = [await openWindow(), await openWindow()];
    await writing.secretSync.announce('u');
    await settle();
    await writing.secretSync.announce('v');
    await settle();
    assert.deepEqual([writing.changed, other.changed], [[], ['u', 'v']]);
  });

  it('does not notify a new window of earlier writes', async () => {
    const { openWindow } = editor();
    await (await openWindow()).secretSync.announce('u');
    assert.deepEqual((await openWindow()).changed, []);
  });

  it('passes no request on to a window whose secret another one has replaced, until it stores the secret itself', async () => {
    const { clock, openWindow } = editor();
    const [stale, newer, asking] = [await openWindow(), await openWindow(), await openWindow()];
    await newer.secretSync.announce('u');
    await settle();
    const ask = async () => {
      const answer = asking.secretSync.request('u');
      await clock.advance(patienceMs);
      await answer;
    };
    await ask();
    assert.deepEqual(stale.requested, []);
    await stale.secretSync.announce('u');
    await ask();
    assert.deepEqual(stale.requested, ['u']);
  });

  it('neither fires nor reads its file after it is disposed', async () => {
    const { file, openWindow } = editor();
    const { secretSync, changed } = await openWindow();
    secretSync.dispose();
    let missedHeartbeats = 0;
    const read = file.read.bind(file);
    await file.update((current) => {
      file.read = () => {
        missedHeartbeats++;
        return read();
      };
      return { ...current, written: { u: 'another' } };
    });
    await settle();
    assert.deepEqual([changed, missedHeartbeats], [[], 0]);
  });

  it('neither waits nor rejects where the file takes no writes, and logs why', async () => {
    const { clock, log, openWindow } = editor(new BrokenFile(emptySecretSyncFile));
    const { secretSync } = await openWindow();
    assert.equal(await secretSync.request('u'), false);
    await secretSync.announce('u');
    await secretSync.answer('u');
    assert.equal(clock.elapsed, 0);
    assert.equal(log.lines.filter((line) => line.includes('the disk is full')).length, 3);
    assert.equal(log.lines.filter((line) => line.includes('the disk is gone')).length, 1);
  });

  it('stops at no listener that throws, and logs it', async () => {
    const { log, openWindow } = editor();
    const [writing, other] = [await openWindow(), await openWindow()];
    other.secretSync.onDidChange(() => {
      throw new Error('listener');
    });
    const last: string[] = [];
    other.secretSync.onDidChange((uuid) => last.push(uuid));
    await writing.secretSync.announce('u');
    await settle();
    assert.deepEqual(last, ['u']);
    assert.ok(log.lines.some((line) => line.includes('listener')));
  });
});
