import type * as vscode from 'vscode';
import type { OpenQuestion } from './questions.ts';

/**
 * Resolves with true from the second time on that a question is asked. The user can still answer it through the
 * commands.
 */
export type PromptMemory = (question: OpenQuestion) => Promise<boolean>;

export function wasPrompted({
  globalState,
  workspaceState,
}: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>): PromptMemory {
  return async (question) => {
    const [state, key] =
      question.kind === 'tokenDiffers'
        ? [globalState, `migration.asked/${question.name}`]
        : [workspaceState, `migration.asked/${question.keys.length}/${question.hasToken}`];
    if (state.get<boolean>(key) === true) return true;
    await state.update(key, true);
    return false;
  };
}
