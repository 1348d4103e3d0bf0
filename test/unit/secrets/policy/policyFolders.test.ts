import assert from 'node:assert/strict';
import { policyFolders, policyIn, emptyPolicyDocument } from '../../../../src/secrets/policy/policy.ts';

const parentOf = (folder: string): string | undefined =>
  folder === '/' ? undefined : folder.slice(0, folder.lastIndexOf('/')) || '/';

describe('policyFolders', () => {
  it('are the folder and its parents, nearest first, with the top', () => {
    assert.deepEqual([...policyFolders('/a/b/c', parentOf)], ['/a/b/c', '/a/b', '/a', '/']);
    assert.deepEqual([...policyFolders('/', parentOf)], ['/']);
  });

  it('are requested one by one, so that no folder above the nearest policy is read', () => {
    const asked: string[] = [];
    const noting = (folder: string): string | undefined => {
      asked.push(folder);
      return parentOf(folder);
    };
    for (const folder of policyFolders('/a/b/c', noting)) if (folder === '/a/b') break;
    assert.deepEqual(asked, ['/a/b/c']);
  });
});

describe('policyIn', () =>
  it('allows the values of the document, and none without a document', () => {
    const document = { ...emptyPolicyDocument, allowPaths: ['*.md'] };
    assert.equal(policyIn('/a', document).policy.allowsPath('x.md'), true);
    assert.equal(policyIn('/a').policy.allowsPath('x.md'), false);
  }));
