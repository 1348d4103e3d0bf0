import assert from 'node:assert/strict';
import type { Connection } from '../../src/core/connections/connection.ts';
import { itemOf } from '../../src/extension/tree/items.ts';
import { treeOf } from '../../src/extension/tree/nodes.ts';
import { overviewWith } from '../support/overview.ts';

const connection: Connection = {
  kind: 'server',
  uuid: 'one',
  connectionId: 'Quality',
  serverUrl: 'https://quality.example',
  receiveNotifications: false,
};

describe('rows of the view', () => {
  it('say aloud what they show: also that nothing will be heard of them', () => {
    const [row] = treeOf(
      overviewWith({
        connections: [connection],
        folders: [
          {
            folder: { uri: 'file:///shop', name: 'shop' },
            resolution: { state: 'bound', level: 'folder', projectKey: 'p', connection },
          },
        ],
        muteOf: () => 'forever',
      }),
    );
    assert.ok(row?.kind === 'connection' && row.projects[0]);
    const spoken = [row, row.projects[0]].map(
      (node) => itemOf(node, () => 'https://quality.example').accessibilityInformation?.label,
    );
    assert.deepEqual(spoken, [
      'Quality, connection, Connected, notifications off, muted',
      'p, project, quality gate Not known yet, folders shop, muted',
    ]);
  });
});
