import type * as vscode from 'vscode';
import type { OpenQuestion } from './questions.ts';

/**
 * Resolves with true if the user was asked this question before: about the same stored token, or about the same entries
 * of workspace files. The user can still answer it through the commands.
 */
export type PromptMemory = (question: OpenQuestion) => Promise<boolean>;

const promptedKey = 'migration.promptedEntries';

interface Memory {
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
}

/**
 * Returns the memory of questions that the editor stores: about a token for all workspaces, about entries for one
 * workspace.
 */
export function wasPrompted({ globalState, workspaceState }: Memory): PromptMemory {
  return async (question) => {
    if (question.kind === 'tokenDiffers') {
      const key = `migration.asked/${question.name}`;
      if (globalState.get<boolean>(key) === true) return true;
      await globalState.update(key, true);
      return false;
    }
    const prompted = workspaceState.get<readonly string[]>(promptedKey) ?? [];
    if (question.entries.every((entry) => prompted.includes(entry))) return true;
    await workspaceState.update(promptedKey, [...new Set([...prompted, ...question.entries])]);
    return false;
  };
}
