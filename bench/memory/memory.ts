import * as z from 'zod/mini';
import { median, type Row } from '../bench.ts';

/** Bytes. */
export const memory = z.object({
  resident: z.number(),
  /** The resident memory after V8 has returned its free pages to the system. */
  held: z.number(),
  used: z.number(),
  /** Between the least and the most of the figures of which `used` is the median. */
  spread: z.number(),
});
export type Memory = z.output<typeof memory>;

const kinds = { used: 'used', held: 'held', resident: 'resident, with free pages of V8' } as const;

/** Returns the rows about the memory of starts with and without something. */
export function memoryRows(
  of: string,
  measured: { readonly all: readonly Memory[]; readonly without: readonly Memory[] },
  withoutIt: string,
): Row[] {
  const medianOf = (all: readonly Memory[], kind: keyof Memory) =>
    median(all.map((one) => one[kind])) / 2 ** 20;
  const rows = (['used', 'held', 'resident'] as const).flatMap((kind): Row[] => {
    const [value, without] = [medianOf(measured.all, kind), medianOf(measured.without, kind)];
    const yardstick = { what: withoutIt, value: without };
    return [
      { what: `memory ${kinds[kind]}, ${of}`, value, unit: 'MiB', yardstick },
      { what: '… which this adds', value: value - without, unit: 'MiB', goal: '≤ 15 MiB' },
    ];
  });
  const spread = medianOf(measured.all, 'spread');
  return [...rows, { what: `spread of the figures of memory used, ${of}`, value: spread, unit: 'MiB' }];
}
