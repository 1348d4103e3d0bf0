import assert from 'node:assert/strict';
import { findLink } from '../../../../../src/extension/host/folders/findLink.ts';

/** Looks in a file system where the links are these; says what was asked, too. */
async function find(root: string, path: string, links: readonly string[] = []) {
  const asked: string[] = [];
  const link = await findLink(root, path, (place) => {
    asked.push(place);
    return Promise.resolve(links.includes(place));
  });
  return { link, asked };
}

describe('findLink', () => {
  it('looks at each folder between the root and the file, and at the file, and at nothing else', async () => {
    const { link, asked } = await find('/home/shop', '/home/shop/a/b/c.json', ['/home', '/home/shop']);
    assert.equal(link, undefined);
    assert.deepEqual(asked, ['/home/shop/a', '/home/shop/a/b', '/home/shop/a/b/c.json']);
  });

  for (const { name, link } of [
    { name: 'the file', link: '/shop/a/b/c.json' },
    { name: 'the folder of the file', link: '/shop/a/b' },
    { name: 'a folder further up', link: '/shop/a' },
  ])
    it(`finds a link that is ${name}`, async () => {
      assert.equal((await find('/shop', '/shop/a/b/c.json', [link])).link, link);
    });

  it('finds the outermost of several links, because the others are not of the folder', async () => {
    const links = ['/shop/a/b', '/shop/a/b/c.json', '/shop/a'];
    assert.equal((await find('/shop', '/shop/a/b/c.json', links)).link, '/shop/a');
  });

  for (const { name, root, path } of [
    { name: 'the root of a file system', root: '/', path: '/a' },
    { name: 'written with a slash at its end', root: '/shop/', path: '/shop/a' },
    { name: 'a drive that the file names in capitals', root: '/c:/shop', path: '/C:/shop/a' },
  ])
    it(`takes a root that is ${name}`, async () => {
      assert.deepEqual((await find(root, path, [path])).asked, [path]);
    });

  for (const { name, path } of [
    { name: 'in another folder', path: '/other/a' },
    { name: 'in a folder whose name only begins like the root', path: '/shop2/a' },
    { name: 'the root itself', path: '/shop' },
    { name: 'above the root by ..', path: '/shop/../a' },
    { name: 'written with an empty part', path: '/shop//a' },
  ])
    it(`refuses a file that is ${name}`, () => assert.rejects(find('/shop', path), RangeError));
});
