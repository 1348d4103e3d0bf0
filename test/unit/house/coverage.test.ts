import assert from 'node:assert/strict';
import { coverageOfRooms, coverageTable, roomOf } from '../../../scripts/coverage/rooms.ts';

const of = (lines: number, coveredLines: number, branches: number, coveredBranches: number) => ({
  lines: { total: lines, covered: coveredLines },
  branches: { total: branches, covered: coveredBranches },
});

describe('the coverage of rooms', () => {
  it('takes the folder below the layer for the room of a file', () => {
    const files = ['src/core/gate/poll/poll.ts', 'src/core/issues/rules/a.ts', 'src/core/log.ts'];
    assert.deepEqual(files.map(roomOf), ['core/gate', 'core/issues', 'core']);
  });

  it('adds up the files of a room, and all files', () => {
    const rooms = coverageOfRooms([
      ['src/core/gate/b.ts', of(10, 5, 4, 4)],
      ['src/cli/c.ts', of(10, 10, 0, 0)],
      ['src/core/gate/a.ts', of(30, 25, 4, 0)],
    ]);
    assert.deepEqual(rooms, [
      { room: 'cli', files: 1, ...of(10, 10, 0, 0) },
      { room: 'core/gate', files: 2, ...of(40, 30, 8, 4) },
      { room: 'all', files: 3, ...of(50, 40, 8, 4) },
    ]);
  });

  it('is printed as a table in per cent, where nothing to reach counts as reached', () => {
    assert.deepEqual(
      coverageTable([{ room: 'core/gate', files: 2, ...of(40, 30, 0, 0) }])
        .split('\n')
        .map((line) => line.split(/\s{2,}/)),
      [
        ['room', 'lines', 'branches', 'files'],
        ['core/gate', '75.0 %', '100.0 %', '2'],
      ],
    );
  });
});
