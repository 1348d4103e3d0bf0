import assert from 'node:assert/strict';
import { subfoldersOf, withSubfolder } from '../../../../src/core/bindings/binding.ts';

const shop = { projectKey: 'shop' };

describe('the bindings of subfolders', () => {
  it('are read by path, each as it is, so that one with an error does not hide the others', () =>
    assert.deepEqual(
      [...subfoldersOf({ 'packages/shop': shop, 'packages/cart': 7 })],
      [
        ['packages/cart', 7],
        ['packages/shop', shop],
      ],
    ));

  it('are none in a value that is not an object', () => {
    for (const value of [undefined, null, 'packages/shop', [shop], 7])
      assert.deepEqual([...subfoldersOf(value)], []);
  });

  it('are the first 200 in the order of their paths', () => {
    const paths = Array.from({ length: 300 }, (_, index) => `p${index + 100}`);
    const mixed = paths.map((_, index) => paths[(index * 7) % 300] ?? '');
    const many = Object.fromEntries(mixed.map((path) => [path, shop]));
    assert.deepEqual([...subfoldersOf(many).keys()], paths.slice(0, 200));
  });

  it('are added, replaced and removed one by one', () => {
    const one = withSubfolder(undefined, 'packages/shop', shop);
    assert.deepEqual(one, { 'packages/shop': shop });
    const two = withSubfolder(one, 'packages/cart', { projectKey: 'cart' });
    assert.deepEqual(withSubfolder(two, 'packages/shop', { projectKey: 'other' }), {
      'packages/shop': { projectKey: 'other' },
      'packages/cart': { projectKey: 'cart' },
    });
    assert.deepEqual(withSubfolder(two, 'packages/shop', undefined), {
      'packages/cart': { projectKey: 'cart' },
    });
    assert.equal(withSubfolder(one, 'packages/shop', undefined), undefined);
  });
});
