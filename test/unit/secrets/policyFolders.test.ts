import assert from 'node:assert/strict';
import { policyFolders, policyIn, emptyPolicyDocument } from '../../../src/secrets/policy.ts';

const parentOf = (folder: string): string | undefined =>
  folder === '/' ? undefined : folder.slice(0, folder.lastIndexOf('/')) || '/';

describe('policyFolders', () => {
  it('are the folder itself and those above it, nearest first, the top one included', () => {
    assert.deepEqual([...policyFolders('/a/b/c', parentOf)], ['/a/b/c', '/a/b', '/a', '/']);
    assert.deepEqual([...policyFolders('/', parentOf)], ['/']);
  });

  it('are asked for one by one, so that nothing above the nearest policy is looked at', () => {
    const asked: string[] = [];
    const noting = (folder: string): string | undefined => {
      asked.push(folder);
      return parentOf(folder);
    };
    for (const folder of policyFolders('/a/b/c', noting)) if (folder === '/a/b') break;
    assert.deepEqual(asked, ['/a/b/c']);
  });
});

describe('policyIn', () => {
  it('allows what the document says, and nothing without one', () => {
    const document = { ...emptyPolicyDocument, allowPaths: ['*.md'] };
    assert.equal(policyIn('/a', document).policy.allowsPath('x.md'), true);
    assert.equal(policyIn('/a').policy.allowsPath('x.md'), false);
  });
});
