import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { connectionListText, readConnectionList } from '../../../../src/core/connections/connectionList.ts';
import { Failure } from '../../../../src/core/failures.ts';

const server: Connection = {
  kind: 'server',
  uuid: 'secret-uuid',
  connectionId: 'Quality',
  serverUrl: 'https://quality.example',
  receiveNotifications: false,
};
const cloud: Connection = {
  kind: 'cloud',
  uuid: 'other-uuid',
  connectionId: 'Cloud',
  organizationKey: 'acme',
  region: 'US',
  receiveNotifications: true,
};

describe('a list of connections', () => {
  it('holds what a colleague needs, and no uuid', () => {
    const connections = [server, cloud, { ...cloud, connectionId: 'Europe', region: 'EU' as const }];
    const text = connectionListText(connections);
    assert.ok(!text.includes('uuid'));
    const drafts = connections.map(({ uuid: _, ...draft }) => draft);
    assert.deepEqual(readConnectionList(text, 'list.json', []), drafts);
  });

  it('adds missing connections, under free names', () => {
    const text = connectionListText([server, { ...cloud, connectionId: 'Quality' }]);
    assert.deepEqual(
      readConnectionList(text, 'list.json', [server]).map(({ connectionId }) => connectionId),
      ['Quality (2)'],
    );
  });

  it('brings no token, even if the file contains one', () => {
    const text = JSON.stringify({
      version: 1,
      connections: [{ name: 'a', serverUrl: 'https://a.example/', token: 'squ_1' }],
    });
    assert.deepEqual(readConnectionList(text, 'list.json', []), [
      { kind: 'server', connectionId: 'a', serverUrl: 'https://a.example', receiveNotifications: true },
    ]);
  });

  it('leads to the cloud of the EU when it names no region', () => {
    const connections = [{ name: 'a', organizationKey: 'acme' }];
    const [draft] = readConnectionList(JSON.stringify({ version: 1, connections }), 'list.json', []);
    assert.ok(draft?.kind === 'cloud');
    assert.equal(draft.region, 'EU');
  });

  it('is refused as a whole if it cannot be parsed', () => {
    for (const text of [
      '',
      '{}',
      '{"version":2,"connections":[]}',
      '{"version":1,"connections":[{"name":"a","serverUrl":"x"}]}',
    ])
      assert.throws(
        () => readConnectionList(text, 'list.json', []),
        (error) => Failure.is(error, 'malformed') && error.message.startsWith('list.json'),
      );
  });
});
