import { createPlainPick, type PickItem, type PickTexts } from './pickOne.ts';

/** Asks the user to pick any number of the choices; `picked` ones are ticked at first. Undefined if the user leaves. */
export function pickMany<T>({
  choices,
  ...texts
}: PickTexts & { readonly choices: readonly PickItem<T>[] }): Promise<readonly T[] | undefined> {
  const pick = createPlainPick<PickItem<T>>(texts);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.setRows(choices);
  pick.selectedItems = pick.items.filter(({ picked }) => picked === true);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.map(({ value }) => value));
      pick.dispose();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
