import assert from 'node:assert/strict';
import type { Api } from '../../../../src/core/api/client.ts';
import { ProjectNames } from '../../../../src/extension/connections/projectNames.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { memento } from '../../../support/memento.ts';
import { withAnswers } from '../../../support/platformStub.ts';
import { qualityConnection as connection } from '../../../support/qualityConnection.ts';

const named = (name: string) => ({ 'api/components/show': { component: { key: 'demo', name } } });

/** The names of one window that asks `api`; undefined: its connection has no token. */
function window(memory: ReturnType<typeof memento>, api: Api | undefined): ProjectNames {
  return new ProjectNames({ apiFor: () => Promise.resolve(api), memory, log: new CollectingLog() });
}

describe('names of projects', () => {
  it('are those of an earlier window while the platform does not answer', async () => {
    const memory = memento();
    await withAnswers(named('Demo Project'), 't', async ({ api }) => {
      await window(memory, api).ask(connection, 'demo');
    });
    const names = window(memory, undefined);
    await names.ask(connection, 'demo');
    assert.equal(names.of(connection.uuid, 'demo'), 'Demo Project');
    assert.equal(names.of(connection.uuid, 'other'), undefined);
    assert.equal(names.of('other', 'demo'), undefined);
  });

  it('are requested once in each window', async () => {
    const memory = memento();
    window(memory, undefined).learn(connection.uuid, 'demo', 'Before');
    await withAnswers(named('After'), 't', async ({ api, requests }) => {
      const names = window(memory, api);
      let changes = 0;
      names.onDidChange(() => changes++);
      await names.ask(connection, 'demo');
      await names.ask(connection, 'demo');
      assert.equal(names.of(connection.uuid, 'demo'), 'After');
      assert.deepEqual([requests.length, changes], [1, 1]);
    });
    assert.equal(window(memory, undefined).of(connection.uuid, 'demo'), 'After');
  });

  it('are bounded in number: the newest stay', () => {
    const memory = memento();
    const names = window(memory, undefined);
    for (let n = 0; n < 600; n++) names.learn(connection.uuid, `p${n}`, `Project ${n}`);
    const next = window(memory, undefined);
    assert.equal(next.of(connection.uuid, 'p599'), 'Project 599');
    assert.equal(next.of(connection.uuid, 'p99'), undefined);
  });

  it('are empty if the stored value is malformed', () => {
    const memory = memento();
    void memory.update('projectNames', { a: 1 });
    assert.equal(window(memory, undefined).of(connection.uuid, 'demo'), undefined);
  });
});
