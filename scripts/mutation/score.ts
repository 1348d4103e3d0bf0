import { roomOf } from '../coverage/rooms.ts';

/** `slow`: the tests did not end, which is noticed too. */
export type Fate = 'killed' | 'slow' | 'survived';

export interface Score {
  /** Share of the mutants that some test noticed, in per cent. */
  readonly score: number;
  /** The same for each room, for example `core/gate`. */
  readonly rooms: Readonly<Record<string, number>>;
  readonly killed: number;
  readonly slow: number;
  readonly survived: number;
}

export function scoreOf(fates: readonly { readonly file: string; readonly fate: Fate }[]): Score {
  const rooms = [...new Set(fates.map(({ file }) => roomOf(file)))].sort();
  const count = (fate: Fate): number => fates.filter((one) => one.fate === fate).length;
  return {
    score: noticed(fates),
    rooms: Object.fromEntries(
      rooms.map((room) => [room, noticed(fates.filter(({ file }) => roomOf(file) === room))]),
    ),
    killed: count('killed'),
    slow: count('slow'),
    survived: count('survived'),
  };
}

function noticed(fates: readonly { readonly fate: Fate }[]): number {
  if (fates.length === 0) return 0;
  const share = fates.filter(({ fate }) => fate !== 'survived').length / fates.length;
  return Number((100 * share).toFixed(1));
}
