import assert from 'node:assert/strict';
import {
  connectionArgument,
  foldersArgument,
  projectArgument,
  targetArgument,
} from '../../../../src/extension/host/arguments.ts';

describe('arguments of commands', () => {
  it('are nodes of the tree', () => {
    const node = {
      kind: 'project',
      uuid: 'u',
      projectKey: 'p',
      folders: [
        { uri: 'file:///one', name: 'one' },
        { uri: 'file:///two', name: 'two' },
      ],
    };
    assert.equal(connectionArgument(node), 'u');
    assert.deepEqual(projectArgument(node), { uuid: 'u', projectKey: 'p' });
    assert.deepEqual(foldersArgument(node), ['file:///one', 'file:///two']);
    assert.deepEqual(foldersArgument({ folderUri: 'file:///one' }), ['file:///one']);
  });

  it('can contain the address of a connection, but no token [X1]', () => {
    assert.deepEqual(targetArgument({ serverUrl: 'https://Quality.example/base/', token: 'squ_1' }), {
      kind: 'server',
      serverUrl: 'https://quality.example/base',
    });
    assert.deepEqual(targetArgument({ organizationKey: 'acme' }), {
      kind: 'cloud',
      organizationKey: 'acme',
      region: 'EU',
    });
    const nonsense = [
      { serverUrl: 'file:///etc' },
      { serverUrl: 'https://a:b@c' },
      { organizationKey: '' },
      7,
    ];
    for (const argument of nonsense) assert.equal(targetArgument(argument), undefined);
  });

  it('count as none where they are nonsense, so that the command asks', () => {
    for (const argument of [undefined, null, 'u', 7, [], {}, { uuid: 7 }, { folders: 'all' }]) {
      assert.equal(connectionArgument(argument), undefined);
      assert.equal(projectArgument(argument), undefined);
      assert.deepEqual(foldersArgument(argument), []);
    }
  });
});
