import * as vscode from 'vscode';
import { plainText } from './plainText.ts';

/** An item whose text is an icon and words. Its tooltip is plain text, or Markdown that `hover.ts` has created. */
type PlainStatusBarItem = Omit<vscode.StatusBarItem, 'text' | 'tooltip'> & {
  tooltip: string | vscode.MarkdownString | undefined;
  /** `icon` and `iconAfter` are ids of codicons. */
  readonly setText: (icon: string, words: string, iconAfter?: string) => void;
};

/** Returns a hidden item whose words do not become icons. */
export function createStatusBarItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority: number,
): PlainStatusBarItem {
  const item = vscode.window.createStatusBarItem(id, alignment, priority);
  const setText = (icon: string, words: string, iconAfter?: string) => {
    const after = iconAfter === undefined ? '' : ` $(${iconAfter})`;
    item.text = `$(${icon}) ${plainText(words)}${after}`;
  };
  return Object.assign(item, { setText });
}

export function showStatusBarMessage(words: string, hideAfterMs: number): vscode.Disposable {
  return vscode.window.setStatusBarMessage(plainText(words), hideAfterMs);
}
