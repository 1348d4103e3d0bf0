import { ThemeColor, ThemeIcon } from 'vscode';

/** Returns an icon of the editor by its id, in a color of the theme by its id. */
export function iconOf(icon: string, color?: string): ThemeIcon {
  return new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
}
