import { createHash } from 'node:crypto';
import type { Reply } from '../http/server.ts';
import { Html, markup } from '../../core/markup.ts';

const style = `
:root { background: Canvas; color: CanvasText; color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 64rem; padding: 0 1rem 3rem; }
header { align-items: baseline; display: flex; gap: 1.5rem; padding: 1rem 0; }
header form { margin-left: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .4rem .6rem .4rem 0; text-align: left; vertical-align: top; }
.gate { border: 1px solid; border-radius: .25rem; padding: .1rem .5rem; white-space: nowrap; }
.gate.ERROR { border-width: 2px; font-weight: 600; }
form.inline { display: inline; }
label { display: block; margin: .6rem 0; }
input, select, button { font: inherit; padding: .25rem .5rem; }
code.token { overflow-wrap: anywhere; user-select: all; }
[role=alert] { border: 2px solid; padding: .6rem; }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  /** Login of the user who views the page. */
  readonly login?: string | undefined;
  /** The only script of the page, if any. */
  readonly script?: string;
  /** The address to which the script may connect. */
  readonly connects?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns a whole document. The browser loads and runs only the page's own style and script: the policy contains their
 * hashes, so they are inserted without additional blanks.
 */
export function pageReply({
  title,
  body,
  login,
  script,
  connects,
  status = 200,
  headers = {},
}: HtmlPage): Reply {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(connects === undefined ? [] : [`connect-src ${connects}`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const document = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Service</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <a href="/">Projects</a>${
            login !== undefined &&
            markup`<a href="/account/security/">Tokens</a>
              <form method="post" action="/logout"><button>Sign out ${login}</button></form>`
          }
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${script !== undefined && new Html(`<script>${script}</script>`)}
      </body>
    </html>`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html;charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: document.text,
  };
}

/** Returns an answer that makes the browser load a page by GET, so that a reload sends no form again. */
export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 303,
  headers: { Location: location, ...headers },
});

export function gateBadge(level: string | undefined): Html {
  const words: Readonly<Record<string, string>> = { OK: 'Passed', ERROR: 'Failed' };
  return markup`<span class="gate ${level ?? 'NONE'}">${words[level ?? ''] ?? 'Not computed'}</span>`;
}
