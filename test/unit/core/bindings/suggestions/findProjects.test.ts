import assert from 'node:assert/strict';
import type { Api } from '../../../../../src/core/api/client.ts';
import type { BindingHint } from '../../../../../src/core/bindings/suggestions/collect.ts';
import { findProjects, maxLookups } from '../../../../../src/core/bindings/suggestions/findProjects.ts';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';
import { withAnswers } from '../../../../support/platformStub.ts';
import { fieldOf } from '../../../../support/lists.ts';

const [one, two] = [serverConnection('one'), serverConnection('two')];
const key = (text: string): BindingHint => ({ origin: 'propertiesFile', kind: 'key', text });
const name = (text: string): BindingHint => ({ origin: 'folderName', kind: 'name', text });

const project = (text: string) => ({ key: text, name: `Project ${text}` });
const list = (total: number, ...keys: string[]) => ({ components: keys.map(project), paging: { total } });
const search = 'api/components/search_projects';
const show = 'api/components/show';

/** Finds projects with a client for each of the connections `one` and `two`, or for the first only. */
const find = async (
  folders: readonly (readonly BindingHint[])[],
  apis: readonly (Api | undefined)[],
  log = new CollectingLog(),
) => {
  const connections = [one, two].slice(0, apis.length);
  const apiFor = (connection: Connection) => Promise.resolve(apis[connections.indexOf(connection)]);
  const found = await findProjects(folders, { connections, apiFor, log });
  return found.map((item) => `${item.connection.uuid}/${item.project.key}`);
};

describe('findProjects', () => {
  it('asks a platform with few projects once for all of them, whatever the number of folders', () =>
    withAnswers({ [search]: list(2, 'a', 'b') }, 't', async ({ api, requests }) => {
      const folders = Array.from({ length: 40 }, (_, n) => [key(`k${n}`), name(`n${n}`)]);
      assert.deepEqual(await find(folders, [api]), ['one/a', 'one/b']);
      assert.deepEqual(fieldOf(requests, 'line'), [`GET ${search}?p=1&ps=500`]);
    }));

  it('asks a larger one for keys, and for names only where no key is known there', async () => {
    const answers = { [search]: list(501, 'found'), [show]: { component: project('k1') } };
    await withAnswers(answers, 't', async ({ api, requests }) => {
      // Each question is sent once.
      const found = await find([[key('k1'), name('one')], [key('k1')], [name('two')], [name('two')]], [api]);
      assert.deepEqual(found, ['one/k1', 'one/found']);
      const [, ...lookups] = requests.map(({ line }) => decodeURIComponent(line.replaceAll('+', ' ')));
      assert.deepEqual(lookups, [`GET ${show}?component=k1`, `GET ${search}?filter=query = "two"&p=1&ps=20`]);
    });
  });

  it('finds no project for a key that is unknown or not visible on the platform', async () => {
    for (const status of [404, 403])
      await withAnswers(
        { [search]: list(501, 'found'), [show]: status },
        't',
        async ({ api, warnings, requests }) => {
          const log = new CollectingLog();
          // The search by name follows, so the answer about the key did not end the requests.
          const found = await find([[key('k1'), name('one')]], [api], log);
          assert.deepEqual(found, ['one/found']);
          assert.equal(requests.length, 3);
          assert.deepEqual([...warnings, ...log.lines], []);
        },
      );
  });

  it('leaves out a platform that fails to look a key up, and reports it', () =>
    withAnswers({ [search]: list(501), [show]: 500 }, 't', async ({ api }) => {
      const log = new CollectingLog();
      assert.deepEqual(await find([[key('k1')], [key('k2')]], [api], log), []);
      assert.equal(log.lines.filter((line) => line.includes('one')).length, 1);
    }));

  it('sends no request to platforms without a matching hint, or without a token', () =>
    withAnswers({ [search]: list(1, 'a') }, 't', async ({ api, requests }) => {
      const elsewhere: BindingHint = { ...key('k'), place: { serverUrl: 'http://one.test' } };
      assert.deepEqual(await find([[elsewhere]], [undefined, api]), []);
      assert.deepEqual(requests, []);
    }));

  it('leaves out a platform that fails, and reports it', () =>
    withAnswers({ [search]: 500 }, 't', ({ api: broken }) =>
      withAnswers({ [search]: list(1, 'a') }, 't', async ({ api }) => {
        const log = new CollectingLog();
        assert.deepEqual(await find([[key('k')]], [broken, api], log), ['two/a']);
        assert.equal(log.lines.filter((line) => line.includes('one')).length, 1);
      }),
    ));

  it('rejects when it is cancelled, and leaves no platform out for it', () =>
    withAnswers({ [search]: list(1, 'a') }, 't', async ({ api }) => {
      const log = new CollectingLog();
      const options = { connections: [one], apiFor: () => Promise.resolve(api), log };
      const signal = AbortSignal.abort();
      await assert.rejects(findProjects([[key('k')]], { ...options, signal }), { code: 'cancelled' });
      const broken = { ...options, apiFor: () => Promise.reject(new TypeError('a defect')) };
      await assert.rejects(findProjects([[key('k')]], broken), /a defect/);
      assert.deepEqual(log.lines, []);
    }));

  it('limits the number of requests to a platform', () =>
    withAnswers({ [search]: list(501), [show]: 404 }, 't', async ({ api, requests }) => {
      const folders = Array.from({ length: maxLookups + 50 }, (_, n) => [key(`k${n}`)]);
      await find(folders, [api]);
      assert.equal(requests.length, 1 + maxLookups);
    }));
});
