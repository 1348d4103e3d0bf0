import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defects } from '../../../scripts/defects/defects.data.ts';
import { isInDefault } from '../../../scripts/testParts.ts';

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

  for (const { file, from, harm, foundBy } of defects)
    it(`has a place in ${file}, and a test file of the default run, for: ${harm}`, () => {
      assert.equal(readFileSync(join(root, file), 'utf8').split(from).length, 2);
      assert.ok(existsSync(join(root, foundBy)) && isInDefault(foundBy), foundBy);
    });
});
