import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposables.ts';
import { createPlainPick } from './plainPick.ts';
import type { Position } from './wizard.ts';

interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** A heading above the choices that follow it. */
interface Heading extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
}

export function headingOf(label: string): Heading {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

interface PickQuestion<T> {
  readonly title: string;
  readonly position?: Position;
  readonly placeholder: string;
  readonly choices: readonly (Choice<T> | Heading)[];
  /** The choice that is active at first. */
  readonly active?: T | undefined;
}

export type PickAnswer<T> = { readonly to: 'next'; readonly value: T } | { readonly to: 'back' } | undefined;

/** Asks the user to pick one of the choices. Resolves with undefined when the user leaves. */
export function pickOne<T>(question: PickQuestion<T>): Promise<PickAnswer<T>> {
  const pick = createPlainPick<Choice<T> | Heading>();
  const scope = new DisposableStore();
  const { position, choices, active } = question;
  pick.title = question.title;
  if (position) {
    pick.step = position.step;
    pick.totalSteps = position.total;
    pick.buttons = position.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  }
  pick.placeholder = question.placeholder;
  pick.setRows(choices);
  // An empty list would leave the first item without the focus, and Enter without an effect.
  const start = pick.items.filter((item) => active !== undefined && 'value' in item && item.value === active);
  if (start.length > 0) pick.activeItems = start;
  pick.ignoreFocusOut = true;

  return new Promise((resolve) => {
    const finish = (answer: PickAnswer<T>) => {
      resolve(answer);
      scope.dispose();
    };
    scope.add(pick);
    scope.add(
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems[0];
        if (chosen && 'value' in chosen) finish({ to: 'next', value: chosen.value });
      }),
    );
    scope.add(
      pick.onDidTriggerButton(() => {
        finish({ to: 'back' });
      }),
    );
    scope.add(
      pick.onDidHide(() => {
        finish(undefined);
      }),
    );
    pick.show();
  });
}

/** Asks the user to pick one of the choices, outside of a wizard. Resolves with undefined when the user leaves. */
export async function choose<T>(question: PickQuestion<T>): Promise<T | undefined> {
  const answer = await pickOne(question);
  return answer?.to === 'next' ? answer.value : undefined;
}
