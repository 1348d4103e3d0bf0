import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

export interface RowAction {
  readonly command: string;
  readonly group: string;
  readonly when: string;
}

const { contributes } = read('package.json') as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly 'view/item/context': readonly RowAction[] };
  };
};
const nls = read('package.nls.json') as Readonly<Record<string, string>>;

/** The commands that package.json offers on rows of the view, inline and in menus. */
export const rowActions = contributes.menus['view/item/context'];

/** The title of a command, as the palette and menus show it. */
export function titleOf(command: string): string {
  const title = contributes.commands.find((item) => item.command === command)?.title ?? '';
  const text = nls[title.replaceAll('%', '')];
  if (text === undefined) throw new Error(`package.json has no title for ${command}`);
  return text;
}

/** Whether an action is offered on rows with this context value. */
export function isOfferedOn(kind: string, { when }: RowAction): boolean {
  const [, equal, pattern] = /viewItem (?:== ([\w.]+)|=~ \/(.+)\/)$/.exec(when) ?? [];
  if (equal !== undefined) return equal === kind;
  if (pattern !== undefined) return new RegExp(pattern).test(kind);
  throw new Error(`not understood: ${when}`);
}

/** The menu of rows with this context value, in the editor's order. */
export function menuOf(kind: string): readonly string[] {
  return rowActions
    .filter((action) => isOfferedOn(kind, action) && !action.group.startsWith('inline'))
    .sort((one, other) => one.group.localeCompare(other.group))
    .map(({ command }) => titleOf(command));
}
