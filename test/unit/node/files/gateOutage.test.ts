import assert from 'node:assert/strict';
import { JournalStore } from '../../../../src/core/gate/journal/journalStore.ts';
import { observe } from '../../../../src/core/gate/journal/observe.ts';
import { systemClock as clock } from '../../../../src/node/process/clock.ts';
import { openGateFiles } from '../../../../src/node/files/gateFiles.ts';
import { ModelPlatform } from '../../../simulation/modelPlatform.ts';
import { becomes } from '../../../support/becomes.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { serveModel, WindowProcess } from '../../../support/windowProcess.ts';

describe('windows whose disk takes no writes', () => {
  it('leave notifications to the leader, which reports the outage, and have all changes when the disk is back', () =>
    withTempFolder(async (folder) => {
      const platform = new ModelPlatform(['p'], Date.now);
      platform.analyse('p', 'OK', 0);
      await using server = await serveModel(platform);
      const leader = new WindowProcess(folder, server.url, 'leader');
      const other = new WindowProcess(folder, server.url, 'other');
      const both = [leader, other];
      const all = async (message: 'look' | 'check') => Promise.all(both.map((window) => window.ask(message)));
      try {
        const known = async () => (await all('look')).map(({ status }) => status);
        await becomes(known, ['OK', 'OK']);
        if (!(await leader.ask('look')).leads) both.reverse();
        const [first = leader, second = other] = both;

        for (const window of both) await window.limitFiles('0');
        platform.changeIssue('p', 'ERROR');
        await all('check');
        await becomes(async () => (await first.ask('look')).delivered, ['OK → ERROR']);
        const during = await all('look');
        assert.deepEqual(
          during.map(({ leads, status, pollError }) => ({ leads, status, pollError })),
          [
            { leads: true, status: 'ERROR', pollError: 'storage' },
            { leads: false, status: 'ERROR', pollError: 'storage' },
          ],
        );

        for (const window of both) await window.limitFiles('unlimited');
        const healed = { status: 'ERROR', pollError: undefined, outcomes: ['toast'] };
        const seen = async () =>
          (await all('look')).map(({ status, pollError, outcomes }) => ({ status, pollError, outcomes }));
        await becomes(seen, [healed, healed]);
        assert.deepEqual((await second.ask('look')).delivered, []);
        assert.deepEqual((await first.ask('look')).delivered, ['OK → ERROR']);
      } finally {
        for (const window of both) await window.end();
      }
    }));

  it('continue in memory on a read-only file system', async () => {
    const log = new CollectingLog();
    // No file can be made there, not even by root.
    const files = openGateFiles('/sys/kernel', log);
    const store = new JournalStore({ file: files.journal, clock, log, leads: () => true });
    await store.load();
    const pollError = () => store.storageFailure?.code;
    assert.equal(pollError(), undefined, 'that there is no journal is no failure');
    const seen = { connection: 'c', project: 'p', status: 'OK', at: 1, source: 'poll' } as const;
    await store.update((journal) => observe(journal, 'c', [seen]));
    assert.equal(pollError(), 'storage');
    assert.equal(store.current.connections[0]?.gates[0]?.status, 'OK');
    await assert.rejects(files.lockOf('c').create(1), { code: 'storage' });
    await assert.rejects(files.registryStore.publish({ window: 'w', isFocused: true, gates: [] }), {
      code: 'storage',
    });
    store.dispose();
    files.dispose();
  });
});
