import { ThemeColor, ThemeIcon } from 'vscode';

export function iconOf(icon: string, color?: string): ThemeIcon {
  return new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
}
