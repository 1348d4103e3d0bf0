import type * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposables.ts';
import { createPlainPick } from './pickOne.ts';

interface TickRow<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface ManyQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Choices with `picked` are ticked at first. */
  readonly choices: readonly TickRow<T>[];
}

/** Asks the user to pick any number of the choices. Resolves with undefined when the user leaves. */
export function pickMany<T>({
  title,
  placeholder,
  choices,
}: ManyQuestion<T>): Promise<readonly T[] | undefined> {
  const pick = createPlainPick<TickRow<T>>();
  const scope = new DisposableStore();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.setRows(choices);
  pick.selectedItems = pick.items.filter(({ picked }) => picked === true);

  return new Promise((resolve) => {
    const finish = (values: readonly T[] | undefined) => {
      resolve(values);
      scope.dispose();
    };
    scope.add(pick);
    scope.add(pick.onDidAccept(() => finish(pick.selectedItems.map(({ value }) => value))));
    scope.add(pick.onDidHide(() => finish(undefined)));
    pick.show();
  });
}
