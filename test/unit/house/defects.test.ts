import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defects } from '../../../scripts/defects/defects.data.ts';

const root = join(import.meta.dirname, '../../..');

describe('the list of defects', () => {
  it('has two for each room', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const counts = rooms.map((room) => [
      room,
      defects.filter(({ file }) => file.startsWith(`src/${room}/`)).length,
    ]);
    assert.deepEqual(
      counts,
      rooms.map((room) => [room, 2]),
    );
  });

  for (const { file, from, harm } of defects)
    it(`has a place in ${file} for: ${harm}`, () => {
      assert.equal(readFileSync(join(root, file), 'utf8').split(from).length, 2);
    });
});
