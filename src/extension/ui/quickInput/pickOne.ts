import * as vscode from 'vscode';
import { plainRowText, plainText } from '../plainText.ts';
import type { Position } from './wizard.ts';

export interface PickItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** A heading above the choices that follow it. */
interface Heading extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
}

export function headingOf(label: string): Heading {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

export interface PickTexts {
  readonly title: string;
  readonly placeholder: string;
}

interface PickQuestion<T> extends PickTexts {
  readonly position?: Position;
  readonly choices: readonly (PickItem<T> | Heading)[];
  readonly active?: T | undefined;
}

export type PickAnswer<T> = { readonly to: 'next'; readonly value: T } | { readonly to: 'back' } | undefined;

/** Asks the user to pick one of the choices. Resolves with undefined when the user leaves. */
export function pickOne<T>({ position, choices, active, ...texts }: PickQuestion<T>): Promise<PickAnswer<T>> {
  const pick = createPlainPick<PickItem<T> | Heading>(texts);
  showPosition(pick, position);
  pick.setRows(choices);
  // An empty list would leave the first item without the focus, and Enter without an effect.
  const start = pick.items.filter((item) => active !== undefined && 'value' in item && item.value === active);
  if (start.length > 0) pick.activeItems = start;
  return new Promise((resolve) => {
    const finish = (answer: PickAnswer<T>) => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0];
      if (chosen && 'value' in chosen) finish({ to: 'next', value: chosen.value });
    });
    pick.onDidTriggerButton(() => finish({ to: 'back' }));
    pick.onDidHide(() => finish(undefined));
    pick.show();
  });
}

export function showPosition(
  box: Pick<vscode.QuickPick<vscode.QuickPickItem>, 'step' | 'totalSteps' | 'buttons'>,
  position: Position | undefined,
): void {
  if (!position) return;
  box.step = position.step;
  box.totalSteps = position.total;
  box.buttons = position.canGoBack ? [vscode.QuickInputButtons.Back] : [];
}

/** Asks the user to pick one of the choices, outside of a wizard. Resolves with undefined when the user leaves. */
export async function choose<T>(question: PickQuestion<T>): Promise<T | undefined> {
  const answer = await pickOne(question);
  return answer?.to === 'next' ? answer.value : undefined;
}

/** A quick pick whose rows show their texts as they are: names from outside do not become icons. */
type PlainPick<T extends vscode.QuickPickItem> = Omit<vscode.QuickPick<T>, 'items'> & {
  /** The shown rows, which are copies of the rows that were set. */
  readonly items: readonly T[];
  readonly setRows: (rows: readonly T[]) => void;
};

/** Returns a quick pick that stays open without the focus. */
export function createPlainPick<T extends vscode.QuickPickItem>({
  title,
  placeholder,
}: PickTexts): PlainPick<T> {
  const pick = vscode.window.createQuickPick<T>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.ignoreFocusOut = true;
  const setRows = (rows: readonly T[]) => {
    pick.items = rows.map(plainRow);
  };
  return Object.assign(pick, { setRows });
}

function plainRow<T extends vscode.QuickPickItem>(row: T): T {
  const { label, description, detail } = row;
  return {
    ...row,
    label: plainText(label),
    ...(description !== undefined && { description: plainRowText(description) }),
    ...(detail !== undefined && { detail: plainRowText(detail) }),
  };
}
