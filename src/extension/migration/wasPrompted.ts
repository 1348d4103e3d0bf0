import type { HostServices } from '../host/hostServices.ts';
import type { OpenQuestion } from './questions.ts';

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
