import { dirname, join } from 'node:path';
import { ignoreFiles, withoutEntries } from '../agents/ignoreEntries.ts';
import { readInside } from '../node/files/realPath.ts';
import { applyChanges, type FileChange } from '../node/files/transaction/fileTransaction.ts';

/**
 * Removes lines that hooks added to the ignore lists of agents in a folder. Lines of the user stay. A list that is a link
 * is left alone, as hooks leave it.
 *
 * @param agents The agents whose lists are changed; all by default.
 * @param isGone Selects the patterns to remove; all by default.
 */
export async function takeFromIgnoreLists(
  folder: string,
  { agents, isGone }: { readonly agents?: readonly string[]; readonly isGone?: (pattern: string) => boolean },
): Promise<void> {
  const names = Object.entries(ignoreFiles).flatMap(([agent, name]) =>
    agents === undefined || agents.includes(agent) ? name : [],
  );
  await applyChanges(names.flatMap((name) => changeOf(folder, name, isGone) ?? []));
}

function changeOf(
  folder: string,
  name: string,
  isGone: ((pattern: string) => boolean) | undefined,
): FileChange | undefined {
  let before: Buffer | undefined;
  try {
    before = readInside(folder, name);
  } catch {
    // A link, or a file that cannot be read. Hooks add nothing to it either.
    return undefined;
  }
  const text = before?.toString('utf8');
  if (text === undefined) return undefined;
  const rest = withoutEntries(text, isGone);
  if (rest === text) return undefined;
  const after = rest === '' ? undefined : Buffer.from(rest);
  return { path: join(folder, name), within: folder, before, after };
}

/** Returns a folder and those above it, up to `top`. */
export function foldersUpTo(folder: string, top: string): readonly string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUpTo(parent, top)];
}
