import { ViewColumn, window, type WebviewPanel } from 'vscode';
import type { Html } from '../../core/markup.ts';

interface PageOptions {
  readonly type: string;
  readonly title: string;
  /** The only commands that links of the page may run. */
  readonly commands: readonly string[];
}

/** A panel without scripts or files. Its content is `Html`, so that text is escaped before it reaches the panel. */
export type Page = Pick<WebviewPanel, 'reveal' | 'dispose' | 'onDidDispose'> & {
  readonly setContent: (content: Html) => void;
};

/** Opens a page of ours in the active column. It runs no scripts and loads nothing from the disk. */
export function openPage({ type, title, commands }: PageOptions): Page {
  const panel = window.createWebviewPanel(type, title, ViewColumn.Active, {
    enableScripts: false,
    enableCommandUris: commands,
    localResourceRoots: [],
  });
  const setContent = (content: Html) => {
    panel.webview.html = content.text;
  };
  return Object.assign(panel, { setContent });
}
