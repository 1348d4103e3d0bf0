import assert from 'node:assert/strict';
import { isPathBelow, pathBelow } from '../../../../../src/extension/host/folders/pathBelow.ts';

const place = (path: string, scheme = 'file', authority = '') => ({ scheme, authority, path });

describe('the path of a file below a folder', () => {
  const folder = place('/work/shop');

  it('is relative, and empty for the folder itself', () => {
    assert.equal(pathBelow(folder, place('/work/shop/src/a.ts')), 'src/a.ts');
    assert.equal(pathBelow(folder, place('/work/shop/src/')), 'src');
    assert.equal(pathBelow(place('/'), place('/a.ts')), 'a.ts');
    for (const path of ['/work/shop', '/work/shop/']) assert.equal(pathBelow(folder, place(path)), '');
  });

  it('does not exist for a file elsewhere', () => {
    for (const path of ['/work/shopping/a.ts', '/work', '/work/a.ts', '/'])
      assert.equal(pathBelow(folder, place(path)), undefined);
    assert.equal(pathBelow(folder, place('/work/shop/a.ts', 'git')), undefined);
    assert.equal(pathBelow(folder, place('/work/shop/a.ts', 'file', 'host')), undefined);
  });

  it('is found whatever the letters of a drive and of a host are', () => {
    assert.equal(pathBelow(place('/c:/Shop'), place('/C:/Shop/a.ts')), 'a.ts');
    assert.equal(pathBelow(place('/shop', 'file', 'HOST'), place('/shop/a.ts', 'file', 'host')), 'a.ts');
    assert.equal(pathBelow(place('/C/shop'), place('/c/shop/a.ts')), undefined);
  });

  it('does not lead out of the folder, and can be in an address', () => {
    for (const path of ['../a', 'src/../../a', 'src/..', './a', 'src//a', '', String.raw`..\a`, 'a//']) {
      assert.equal(isPathBelow(path), false, path);
      if (path !== '') assert.equal(pathBelow(folder, place(`/work/shop/${path}`)), undefined, path);
    }
    // The editor throws as soon as it writes the address of such a path.
    assert.equal(isPathBelow('src/\uD83D.ts'), false);
    for (const path of ['a', 'src/😀.ts', 'src/...', '.a/b..c']) assert.equal(isPathBelow(path), true, path);
  });
});
