import * as z from 'zod/mini';

const share = z.object({ total: z.number(), covered: z.number() });

/** The entry of one file in c8's `json-summary`. */
export const fileCoverage = z.object({ lines: share, branches: share });

type FileCoverage = z.infer<typeof fileCoverage>;

export interface RoomCoverage extends FileCoverage {
  /** `core/gate`; `core` for the files that lie in the layer's folder itself. */
  readonly room: string;
  readonly files: number;
}

/**
 * Adds up files by room, and all of them as `all`.
 * @param files paths relative to the repository
 * @returns sorted by name, `all` at the end
 */
export function coverageOfRooms(
  files: readonly (readonly [file: string, coverage: FileCoverage])[],
): readonly RoomCoverage[] {
  const rooms = new Map<string, RoomCoverage>();
  const add = (room: string, { lines, branches }: FileCoverage): void => {
    const sum = rooms.get(room) ?? { room, files: 0, lines: none, branches: none };
    rooms.set(room, {
      room,
      files: sum.files + 1,
      lines: plus(sum.lines, lines),
      branches: plus(sum.branches, branches),
    });
  };
  for (const [file, coverage] of files) add(roomOf(file), coverage);
  const sorted = [...rooms.values()].sort((a, b) => (a.room < b.room ? -1 : 1));
  for (const [, coverage] of files) add('all', coverage);
  return [...sorted, ...[rooms.get('all')].filter((all) => all !== undefined)];
}

/** The room of a file of `src`: the folder below its layer, or the layer. */
export function roomOf(file: string): string {
  const [, layer = '', room = ''] = file.split('/');
  return room === '' || room.endsWith('.ts') ? layer : `${layer}/${room}`;
}

export function coverageTable(rooms: readonly RoomCoverage[]): string {
  const rows = rooms.map(({ room, files, lines, branches }) =>
    row(room, percentage(lines), percentage(branches), String(files)),
  );
  return [row('room', 'lines', 'branches', 'files'), ...rows].join('\n');
}

type Share = z.infer<typeof share>;

const none: Share = { total: 0, covered: 0 };

const plus = (a: Share, b: Share): Share => ({ total: a.total + b.total, covered: a.covered + b.covered });

const row = (room: string, lines: string, branches: string, files: string): string =>
  `${room.padEnd(28)}${lines.padStart(8)}${branches.padStart(10)}${files.padStart(7)}`;

/** Returns the share in per cent; 100 if the room has no line to reach. */
const percentage = ({ total, covered }: Share): string =>
  `${(total === 0 ? 100 : (100 * covered) / total).toFixed(1)} %`;
