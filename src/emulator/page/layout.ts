import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Reply } from '../http/server.ts';
import { Html, markup } from '../../core/markup.ts';

/** Pico gives plain HTML its looks; these rules are for what it does not know. */
const style = `
:root { --pico-font-size: 100%; }
body > header, body > main { max-width: 62rem; padding-inline: 1rem; }
main > form:not(.filters), details form { max-width: 28rem; }
label + small { display: block; margin: -.75rem 0 1rem; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
.cards.issues { grid-template-columns: minmax(0, 1fr); gap: .5rem; }
.cards article { margin: 0; overflow-wrap: anywhere; }
.cards h2, .cards h3 { font-size: 1.1rem; margin-bottom: .5rem; }
.cards p { margin-bottom: .5rem; }
.gate, .severity { border-radius: .25rem; font-size: .85em; font-weight: 600; padding: .15rem .5rem; white-space: nowrap; }
.gate { background: #5d6470; color: #fff; }
.gate.OK { background: #1a7431; }
.gate.ERROR { background: #b3261e; }
.severity { border: 1px solid currentColor; }
.actions, .filters { align-items: end; display: flex; flex-wrap: wrap; gap: .5rem; }
.actions form, .filters label, .filters button { margin: 0; width: auto; }
.filters select { margin-bottom: 0; }
.actions button { font-size: .8em; margin: 0; padding: .2rem .6rem; width: auto; }
.actions button, nav button { background: none; border-color: currentColor; color: var(--pico-primary); }
.filters { margin-bottom: 1rem; }
.wide { overflow-x: auto; }
.code { font-family: ui-monospace, monospace; overflow-x: auto; padding-left: 4rem; }
.code li { margin: 0; white-space: pre; }
.code li:target { background: var(--pico-code-background-color); font-weight: 700; }
.code code { background: none; color: inherit; padding: 0; }
.note { border-left: .25rem solid #b3261e; font-family: var(--pico-font-family); margin: .25rem 0; padding: .25rem .75rem; white-space: normal; }
code.token { overflow-wrap: anywhere; user-select: all; }
[role=alert] { border: 2px solid; padding: .6rem; }
nav button { margin: 0; padding: .25rem .75rem; width: auto; }
`;

let pico: string | undefined;

export function styleSheet(): Reply {
  const { resolve } = createRequire(import.meta.filename);
  pico ??= readFileSync(resolve('@picocss/pico/css/pico.classless.min.css'), 'utf8');
  return {
    status: 200,
    headers: { 'Content-Type': 'text/css;charset=utf-8', 'Cache-Control': 'max-age=86400' },
    body: pico,
  };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  readonly login?: string | undefined;
  readonly script?: string;
  /** The address to which the script may connect. */
  readonly connects?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function policyFor(script: string | undefined, connects: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'self' ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(connects === undefined ? [] : [`connect-src ${connects}`]),
    // The arrows and signs of Pico's fields are in its style sheet.
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Returns a document. Its policy has the hashes of its style and script, so these must stay byte for byte. */
export function pageReply({
  title,
  body,
  login,
  script,
  connects,
  status = 200,
  headers = {},
}: HtmlPage): Reply {
  const policy = policyFor(script, connects);
  const document = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Service</title>
        <link rel="stylesheet" href="/pico.css" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <nav aria-label="Main">
            <ul>
              <li><a href="/"><strong>Projects</strong></a></li>
              ${
                login !== undefined &&
                markup`<li><a href="/projects/create">Create project</a></li>
                  <li><a href="/account/security/">Tokens</a></li>`
              }
            </ul>
            ${
              login !== undefined &&
              markup`<ul>
                <li><form method="post" action="/logout"><button>Sign out ${login}</button></form></li>
              </ul>`
            }
          </nav>
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

/** Returns a table that scrolls where the window is too narrow for it. Screen readers say its name. */
export const dataTable = (name: string, columns: readonly string[], rows: readonly Html[]): Html =>
  markup`<div class="wide" tabindex="0" role="group" aria-label="${name}"><table>
      <thead>
        <tr>
          ${columns.map((column) => markup`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table></div>`;

export function gateBadge(level: string | undefined): Html {
  const words: Readonly<Record<string, string>> = { OK: 'Passed', ERROR: 'Failed' };
  return markup`<span class="gate ${level ?? 'NONE'}">${words[level ?? ''] ?? 'Not computed'}</span>`;
}

/** Returns a date of the Web API as people read it, in UTC. */
export const shownDate = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\+0000$/, '$1 $2 UTC');
