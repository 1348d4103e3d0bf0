import manifest from '../../package.json' with { type: 'json' };
import texts from '../../package.nls.json' with { type: 'json' };

export interface RowAction {
  readonly command: string;
  readonly group: string;
  readonly when: string;
}

const { contributes } = manifest;
const nls: Readonly<Record<string, string>> = texts;

/** The commands that package.json offers on rows of the view, inline and in menus. */
export const rowActions: readonly RowAction[] = contributes.menus['view/item/context'];

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
