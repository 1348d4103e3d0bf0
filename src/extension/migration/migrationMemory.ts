import * as z from 'zod/mini';
import type { HostServices } from '../host/hostServices.ts';
import type { StateMemory } from '../host/serialMemento.ts';
import type { OpenQuestion } from './questions.ts';

/** The maximum number of rows, larger than the number of connections in any user's settings. */
const mostKept = 200;
const rowsKey = 'migration.moved';
const rowsSchema = z.array(
  z.object({
    uuid: z.string(),
    /** The place of the entry in the settings. */
    place: z.string(),
    /** The result of the move, as text, in the language that the editor had at that time. */
    result: z.string(),
  }),
);

/** The report's row about a moved connection, kept after its entry has left the settings. It contains no token. */
export type KeptRow = Readonly<z.output<typeof rowsSchema>[number]>;

/** Returns the rows of all migrations on this machine, in the order of the first. */
export function keptRows(memory: StateMemory): readonly KeptRow[] {
  return rowsSchema.safeParse(memory.get(rowsKey)).data ?? [];
}

/** Adds rows. For a connection that has moved again the newer row is kept. */
export async function keepRows(rows: readonly KeptRow[], memory: StateMemory): Promise<void> {
  if (rows.length === 0) return;
  const all = new Map([...keptRows(memory), ...rows].map((row) => [row.uuid, row]));
  await memory.update(rowsKey, [...all.values()].slice(-mostKept));
}

const promptedKey = 'migration.promptedEntries';

/**
 * Resolves with true if the user was asked this question before: about the same stored token in any workspace, or about
 * the same entries of the files of this one. The user can still answer it through the commands.
 */
export async function wasPrompted(
  question: OpenQuestion,
  { global, workspace }: HostServices['memory'],
): Promise<boolean> {
  if (question.kind === 'tokenDiffers') {
    const key = `migration.asked/${question.name}`;
    if (global.get<boolean>(key) === true) return true;
    await global.update(key, true);
    return false;
  }
  const prompted = workspace.get<readonly string[]>(promptedKey) ?? [];
  if (question.entries.every((entry) => prompted.includes(entry))) return true;
  await workspace.update(promptedKey, [...new Set([...prompted, ...question.entries])]);
  return false;
}
