import { createHash } from 'node:crypto';
import { gateStyle } from '../../core/gate/gatePage.ts';
import { Html, markup } from '../../core/markup.ts';
import { appScript } from './appScript.ts';

/** Returns the page with the names of the tools that its buttons may use; undefined if it was not built. */
export function gateDocument(tools: readonly string[]): string | undefined {
  if (appScript === undefined) return undefined;
  const hash = createHash('sha256').update(appScript).digest('base64');
  // The only script is this one, and it reaches no network.
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width" />
    <title>Quality gate</title>
    <style>${new Html(style + gateStyle)}</style>
  </head>
  <body>
    <p id="note" role="status" tabindex="-1"></p>
    <main id="gate" data-tools="${tools.join(' ')}"></main>
    <script>${new Html(appScript)}</script>
  </body>
</html>`.text;
}

/** The colours are those of the host, or else those of the system. */
const style = `
:root { color-scheme: light dark;
  --text: var(--color-text-primary, light-dark(#1f2328, #e6e6e6)); --muted: var(--color-text-secondary, light-dark(#57606a, #a9b1ba));
  --line: var(--color-border-primary, light-dark(#c9d1d9, #4a525b)); --focus: var(--color-ring-primary, light-dark(#0969da, #58a6ff));
  --accent: light-dark(#0969da, #1f6feb); --on-accent: #ffffff; --good: light-dark(#1a7f37, #3fb950); --bad: light-dark(#cf222e, #f85149); }
@media (prefers-contrast: more) { :root { --line: currentColor; --muted: var(--text); } }
@media (forced-colors: active) { :root { --text: CanvasText; --muted: CanvasText; --line: CanvasText; --good: CanvasText; --bad: CanvasText; } }
body { background: var(--color-background-primary, light-dark(#ffffff, #1b1d20)); color: var(--text); font: 14px/1.5 var(--font-sans, system-ui, sans-serif);
  margin: 0 auto; max-width: 70em; padding: .75em 1em; }
h1 { font-size: 1.3em; margin: 0 0 .5em; overflow-wrap: anywhere; }
h2 { font-size: 1.1em; margin: 1.25em 0 .5em; }
h3 { font-size: 1em; }
p { margin: .25em 0; }
#note { outline: none; overflow-wrap: anywhere; white-space: pre-line; }
#note:empty { display: none; }
`;
