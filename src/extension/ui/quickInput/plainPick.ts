import { window, type QuickPick, type QuickPickItem } from 'vscode';
import { plainRowText, plainText } from '../plainText.ts';

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
