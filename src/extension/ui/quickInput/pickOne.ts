import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposables.ts';
import type { Position } from './wizard.ts';
import { window, type QuickPick, type QuickPickItem } from 'vscode';
import { plainRowText, plainText } from '../plainText.ts';

interface PickItem<T> extends vscode.QuickPickItem {
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
  readonly choices: readonly (PickItem<T> | Heading)[];
  /** The choice that is active at first. */
  readonly active?: T | undefined;
}

export type PickAnswer<T> = { readonly to: 'next'; readonly value: T } | { readonly to: 'back' } | undefined;

/** Asks the user to pick one of the choices. Resolves with undefined when the user leaves. */
export function pickOne<T>(question: PickQuestion<T>): Promise<PickAnswer<T>> {
  const pick = createPlainPick<PickItem<T> | Heading>();
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
    scope.add(pick.onDidTriggerButton(() => finish({ to: 'back' })));
    scope.add(pick.onDidHide(() => finish(undefined)));
    pick.show();
  });
}

/** Asks the user to pick one of the choices, outside of a wizard. Resolves with undefined when the user leaves. */
export async function choose<T>(question: PickQuestion<T>): Promise<T | undefined> {
  const answer = await pickOne(question);
  return answer?.to === 'next' ? answer.value : undefined;
}

/** A quick pick whose rows show their texts as they are. Icons are set by `iconPath`. */
type PlainPick<T extends QuickPickItem> = Omit<QuickPick<T>, 'items'> & {
  /** The shown rows, which are copies of the rows that were set. */
  readonly items: readonly T[];
  readonly setRows: (rows: readonly T[]) => void;
};

/** Returns a quick pick whose rows show their texts as they are: names from outside do not become icons. */
export function createPlainPick<T extends QuickPickItem>(): PlainPick<T> {
  const pick = window.createQuickPick<T>();
  const setRows = (rows: readonly T[]) => {
    pick.items = rows.map(plainRow);
  };
  return Object.assign(pick, { setRows });
}

function plainRow<T extends QuickPickItem>(row: T): T {
  const { label, description, detail } = row;
  return {
    ...row,
    label: plainText(label),
    ...(description !== undefined && { description: plainRowText(description) }),
    ...(detail !== undefined && { detail: plainRowText(detail) }),
  };
}
