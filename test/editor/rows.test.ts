import assert from 'node:assert/strict';
import { itemOf } from '../../src/extension/tree/items.ts';
import { treeOf } from '../../src/extension/tree/nodes.ts';
import { overviewWith } from '../support/overview.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

const connection = { ...qualityConnection, receiveNotifications: false };

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
