import assert from 'node:assert/strict';
import { connectionArgument, foldersArgument, projectArgument } from '../../../src/extension/arguments.ts';

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

  it('count as none where they are nonsense, so that the command asks', () => {
    for (const argument of [undefined, null, 'u', 7, [], {}, { uuid: 7 }, { folders: 'all' }]) {
      assert.equal(connectionArgument(argument), undefined);
      assert.equal(projectArgument(argument), undefined);
      assert.deepEqual(foldersArgument(argument), []);
    }
  });
});
