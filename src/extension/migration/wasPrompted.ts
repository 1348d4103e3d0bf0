import type { StateMemory } from '../host/serialMemento.ts';
import type { OpenQuestion } from './questions.ts';

/**
 * Resolves with true if the user was asked this question before: about the same stored token, or about the same entries
 * of workspace files. The user can still answer it through the commands.
 */
export type PromptMemory = (question: OpenQuestion) => Promise<boolean>;

const promptedKey = 'migration.promptedEntries';

interface Memory {
  readonly global: StateMemory;
  readonly workspace: StateMemory;
}

/** Returns the memory of questions in the editor: about a token for all workspaces, about entries for one. */
export function wasPrompted({ global, workspace }: Memory): PromptMemory {
  return async (question) => {
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
  };
}
