import { env, ViewColumn, window, type WebviewPanel } from 'vscode';
import { Html, markup } from '../../core/markup.ts';

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

interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Rules of CSS besides those that all pages have. */
  readonly style?: string;
}

/** Returns a page of links, tables and drawings only, so that keyboard and screen reader work without scripts. */
export function pageDocument({ title, body, style = '' }: PageParts): Html {
  return markup`<!doctype html>
    <html lang="${env.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${new Html(pageStyle + style)}
        </style>
      </head>
      <body>
        <main>
          ${body}
        </main>
      </body>
    </html>`;
}

/** All colours come from the theme, so that light, dark and high-contrast themes need no special rules. */
const pageStyle = `
body { color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size);
  line-height: 1.5; max-width: 60em; padding: 0 1.5em 2em; }
h1 { font-size: 1.5em; font-weight: 600; margin: 1em 0 .25em; }
h2 { font-size: 1.2em; font-weight: 600; margin: 1.75em 0 .5em; }
h3 { font-size: 1em; font-weight: 600; margin: 1.25em 0 .25em; }
main a { color: var(--vscode-textLink-foreground); text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
table { border-collapse: collapse; margin: .5em 0; width: 100%; }
th, td { border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); padding: .3em .75em .3em 0;
  text-align: left; vertical-align: top; }
th { font-weight: 600; }
ul { margin: .25em 0; padding-left: 1.25em; }
li { margin: .25em 0; }
`;
