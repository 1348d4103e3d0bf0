import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { messageOf } from '../../core/failures.ts';
import { markup } from '../../core/markup.ts';
import { userByPassword } from '../auth/credentials.ts';
import { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../serverContext.ts';
import { ApiError } from '../errors.ts';
import type { Router, CallApi } from '../http/router.ts';
import type { Exchange, Reply } from '../http/server.ts';
import { projectByKey } from '../store/projects.ts';
import { userById } from '../store/users.ts';
import { handOverView, signInView, tokensView } from './accountViews.ts';
import { pageReply, redirect, styleSheet } from './layout.ts';
import {
  newProjectView,
  projectLink,
  projectsView,
  codeView,
  projectView,
  deliveryView,
} from './projectPages.ts';

const generated = z.object({ token: z.string(), name: z.string() });
/** The ports on which an editor may listen for its token. */
const editorPorts = { first: 64_120, last: 64_130 };

interface PageRequest {
  readonly rights: Rights;
  readonly login: string;
  readonly callApi: CallApi;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

type View = (visit: PageRequest) => Promise<Reply>;

/** The pages for users, outside of `/api`: plain documents and forms, with the rights of the signed-in user. */
export class Site {
  readonly #router: Router;
  readonly #sessions = new PageSessions();
  readonly #server: ServerContext;

  constructor(server: ServerContext, router: Router) {
    this.#server = server;
    this.#router = router;
  }

  async answer(exchange: Exchange): Promise<Reply> {
    // A path that begins with two slashes would name another server.
    const url = new URL(exchange.url.replace(/^\/*/, 'http://page/'));
    const form = new URLSearchParams(exchange.method === 'POST' ? Buffer.from(exchange.body).toString() : '');
    if (url.pathname === '/pico.css') return styleSheet();
    const isSignIn = url.pathname === '/login' && exchange.method === 'POST';
    const known = this.#views[`${exchange.method} ${url.pathname}`];
    if (exchange.method === 'POST' && (isSignIn || known) && !isOwnForm(exchange)) return { status: 403 };
    if (isSignIn) return this.#signIn(form, exchange);
    if (url.pathname === '/logout') return redirect('/', { 'Set-Cookie': this.#sessions.signOut(exchange) });
    const rights = this.#sessions.rightsOf(this.#server, exchange);
    if (!rights?.user)
      return pageReply({ title: 'Sign in', body: signInView(url.pathname + url.search, false) });
    const view = known ?? notFound;
    const { login } = rights.user;
    const callApi: CallApi = (path, parameters = {}) => this.#router.call(rights, path, parameters);
    try {
      return await view({ rights, login, callApi, query: url.searchParams, form });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 500;
      if (status === 500) this.#server.onError(error);
      const message = status === 500 ? 'An error has occurred' : messageOf(error);
      const body = markup`<p role="alert">${message}</p>`;
      return pageReply({ title: 'Request failed', body, login, status });
    }
  }

  #signIn(form: URLSearchParams, exchange: Exchange): Reply {
    const target = form.get('target') ?? '/';
    const [login, password] = [form.get('login') ?? '', form.get('password') ?? ''];
    const cookie = this.#sessions.signIn(this.#server, login, password, exchange);
    if (cookie === undefined)
      return pageReply({ title: 'Sign in', body: signInView(target, true), status: 401 });
    // Only to a page of this platform: `//host` would name another server.
    return redirect(/^\/(?![/\\])/u.test(target) ? target : '/', { 'Set-Cookie': cookie });
  }

  readonly #views: Readonly<Record<string, View>> = {
    'GET /': async ({ callApi, login, query }) => {
      const body = await projectsView(callApi, query.get('q') ?? '', this.#server.url);
      return pageReply({ title: 'Projects', body, login });
    },

    'GET /projects/create': ({ login }) =>
      Promise.resolve(
        pageReply({ title: 'Create project', body: newProjectView(this.#server.dialect.isCloud), login }),
      ),

    'POST /projects/create': async ({ callApi, form }) => {
      await callApi('projects/create', Object.fromEntries(form));
      return redirect(projectLink(form.get('project') ?? ''));
    },

    'GET /code': async ({ callApi, login, query }) => {
      const file = query.get('file') ?? '';
      return pageReply({ title: file, body: await codeView(callApi, query.get('id') ?? '', file), login });
    },

    'POST /webhooks/create': async ({ callApi, form }) => {
      const { secret = '', ...fields } = Object.fromEntries(form) as Record<string, string>;
      await callApi('webhooks/create', { ...fields, ...(secret === '' ? {} : { secret }) });
      return redirect(projectLink(fields.project ?? ''));
    },

    'GET /webhooks/delivery': async ({ callApi, login, query }) => {
      const body = await deliveryView(callApi, query.get('id') ?? '');
      return pageReply({ title: 'Delivery', body, login });
    },

    'GET /dashboard': async ({ callApi, login, query, rights }) => {
      const key = query.get('id') ?? '';
      const project = projectByKey(this.#server.db, key);
      const isAdmin = project !== undefined && rights.has('admin', project);
      const filter = { status: query.get('status') ?? 'open', severity: query.get('severity') ?? '' };
      const body = await projectView(callApi, { key, isAdmin, filter });
      return pageReply({ title: project?.name ?? key, body, login });
    },

    'POST /issues/transition': async ({ callApi, form }) => {
      const [issue, transition] = [form.get('issue') ?? '', form.get('transition') ?? ''];
      await callApi('issues/do_transition', { issue, transition });
      return redirect(projectLink(form.get('project') ?? ''));
    },

    'GET /account/security/': async ({ callApi, login }) =>
      pageReply({ title: 'Tokens', body: await tokensView(callApi), login }),

    'POST /account/security/': async ({ callApi, login, form }) => {
      const parameters = Object.fromEntries(form);
      const { token } = generated.parse(await callApi('user_tokens/generate', parameters));
      return pageReply({ title: 'Tokens', body: await tokensView(callApi, token), login });
    },

    'POST /account/security/revoke': async ({ callApi, form }) => {
      await callApi('user_tokens/revoke', { name: form.get('name') ?? '' });
      return redirect('/account/security/');
    },

    'GET /sonarlint/auth': ({ login, query }) => {
      const body = handOverView(query.get('ideName') ?? 'An editor', String(editorPort(query)));
      return Promise.resolve(pageReply({ title: 'Connect an editor', body, login }));
    },

    'POST /sonarlint/auth': async ({ callApi, login, form }) => {
      const target = `http://127.0.0.1:${editorPort(form)}`;
      const name = `${form.get('ideName') ?? 'An editor'} ${this.#server.now()}`.slice(-100);
      const { token } = generated.parse(await callApi('user_tokens/generate', { name }));
      const body = markup`<p role="status" id="result">Sending the token to the editor…</p>`;
      return pageReply({
        title: 'Connect an editor',
        body,
        login,
        script: handOverScript(target, token, name),
        connects: target,
      });
    },
  };
}

const notFound: View = ({ login }) => {
  const body = markup`<p>There is no page at this address. <a href="/">All projects</a></p>`;
  return Promise.resolve(pageReply({ title: 'Page not found', body, login, status: 404 }));
};

/** Whether a form comes from a page of this platform. Browsers send the origin of a form. */
function isOwnForm({ headers }: Exchange): boolean {
  const { origin, host } = headers;
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function editorPort(parameters: URLSearchParams): number {
  const port = Number(parameters.get('port'));
  if (!Number.isInteger(port) || port < editorPorts.first || port > editorPorts.last)
    throw new ApiError(400, `The port of an editor is between ${editorPorts.first} and ${editorPorts.last}`);
  return port;
}

/** Returns the script that sends the token to the editor on this machine, which a form cannot do. */
function handOverScript(target: string, token: string, name: string): string {
  const body = JSON.stringify(JSON.stringify({ token, name })).replaceAll('<', '\\u003c');
  return `
const result = document.getElementById('result');
fetch('${target}/sonarlint/api/token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${body} })
  .then((response) => { result.textContent = response.ok ? 'The editor has received the token. You can close this page.' : 'The editor refused the token.'; })
  .catch(() => { result.textContent = 'The editor can no longer be reached. Start again in the editor.'; });
`;
}

const lifeMs = 12 * 60 * 60 * 1000;

/** The sessions of users on the pages. They are kept in memory, so a restart signs all users out. */
class PageSessions {
  readonly #sessions = new Map<string, { readonly userId: string; readonly endsAt: number }>();

  /** Returns the `Set-Cookie` header of a new session; `undefined` for a wrong login or password. */
  signIn(server: ServerContext, login: string, password: string, { remote }: Exchange): string | undefined {
    const user = userByPassword(server, login, password, remote);
    if (!user) return undefined;
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { userId: user.id, endsAt: server.now() + lifeMs });
    return `platform-session=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  signOut(exchange: Exchange): string {
    this.#sessions.delete(idOf(exchange));
    return 'platform-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0';
  }

  /** Returns the rights of the user who sent a request; `undefined` when the user is not signed in. */
  rightsOf({ db, dialect, now }: ServerContext, exchange: Exchange): Rights | undefined {
    const session = this.#sessions.get(idOf(exchange));
    const user = session && session.endsAt > now() ? userById(db, session.userId) : undefined;
    return user?.active ? new Rights(db, dialect, user) : undefined;
  }
}

const idOf = ({ headers }: Exchange): string =>
  /(?:^|;\s*)platform-session=([\w-]+)/u.exec(headers.cookie ?? '')?.[1] ?? '';
