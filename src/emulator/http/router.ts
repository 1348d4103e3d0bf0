import { authenticate } from '../auth/credentials.ts';
import { Rights } from '../auth/rights.ts';
import type { Platform } from '../platform.ts';
import { EventStream, Text, type Action, type Answer } from './action.ts';
import { ApiError, NotAcceptable } from './errors.ts';
import { htmlSafeJson, jsonReply } from './json.ts';
import { readInput, type Input } from './request.ts';
import type { Exchange, Reply } from './server.ts';

/**
 * Answers `/api/…` from a table of actions. The checks run in the order of real servers: server state, credentials,
 * path, method, parameters, then the action itself.
 */
export class Router {
  /** Actions by path; `{id}` stands for the part of a path that is a value. */
  readonly #actions: ReadonlyMap<string, Action>;
  readonly #roots: ReadonlySet<string>;
  readonly #onError: (error: unknown) => void;

  constructor(actions: readonly Action[], onError: (error: unknown) => void) {
    this.#actions = new Map(actions.map((action) => [pathOf(action), action]));
    this.#roots = new Set(actions.filter(({ host }) => host).map(({ path }) => path.split('/')[0] ?? ''));
    this.#onError = onError;
  }

  /** Whether a URL belongs to the Web API; other URLs belong to the pages. */
  owns(platform: Platform, url: string): boolean {
    const [path] = splitOnce(url, '?');
    const [, root = ''] = path.split('/');
    if (root === 'api') return true;
    // A server treats unknown paths there as pages; the cloud's other host has no pages.
    return (
      this.#roots.has(root) && (platform.dialect.isCloud || this.#find(platform, path)?.action !== undefined)
    );
  }

  async answer(platform: Platform, exchange: Exchange): Promise<Reply> {
    const [path, query] = splitOnce(exchange.url, '?');
    try {
      return await this.#route(platform, exchange, path, query);
    } catch (error) {
      if (error instanceof NotAcceptable) return { status: 406 };
      if (error instanceof ApiError) return errorReply(error.status, error.message, path, platform);
      this.#onError(error);
      return errorReply(500, 'An error has occurred. Please contact your administrator', path, platform);
    }
  }

  async #route(platform: Platform, exchange: Exchange, path: string, query: string): Promise<Reply> {
    const found = this.#find(platform, path);
    if (platform.status !== 'UP' && found?.action?.path !== 'system/status') throw unknownUrl(path);

    const who = authenticate(platform, exchange);
    if (isRefused(platform, who, found?.action)) return { status: 401 };
    if (path === '/api') return { status: 302, headers: { Location: `${platform.url}/web_api` } };
    if (exchange.method === 'OPTIONS') return { status: 405 };
    if (exchange.method === 'PATCH' && !platform.dialect.patchIsNamed) return { status: 405 };
    if (path.endsWith('/')) throw new ApiError(400, `Url is incorrect : '${path}'`);
    if (!found?.action) throw unknownUrl(path, platform);
    checkMethod(exchange.method, found.action);
    if (found.extension && found.extension !== 'json' && found.extension !== 'protobuf')
      throw new ApiError(400, `Unknown action extension: ${found.extension}`);

    const answer = await answerAction(platform, found.action, {
      rights: typeof who === 'string' ? new Rights(platform.db, platform.dialect) : who,
      credentials: typeof who === 'string' ? who : 'good',
      accept: exchange.headers.accept ?? '*/*',
      input: withId(await readInput(exchange, query), found.id),
    });
    return replyOf(answer);
  }

  /**
   * Returns the parsed JSON of an action's answer, called with the rights of a known user. The pages use it, so that
   * they can do only what the Web API can do.
   */
  async call(
    platform: Platform,
    rights: Rights,
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const action = this.#actions.get(`/api/${path}`);
    if (!action) throw new Error(`There is no action ${path}`);
    const input = { parameters: new Map(Object.entries(parameters)), parts: new Map(), json: undefined };
    const answer = await answerAction(platform, action, {
      rights,
      credentials: 'good',
      accept: '*/*',
      input,
    });
    if (answer instanceof Text || answer instanceof EventStream)
      throw new Error(`${path} does not answer with JSON`);
    return answer === undefined ? undefined : JSON.parse(htmlSafeJson(answer));
  }

  #find(platform: Platform, path: string): Found | undefined {
    const [, name = '', extension] = /^(.+?)(?:\.([^./]+))?$/u.exec(path) ?? [];
    if (!name) return undefined;
    const end = name.lastIndexOf('/') + 1;
    const exact = this.#actions.get(name);
    const action = exact ?? this.#actions.get(`${name.slice(0, end)}{id}`);
    const exists = action && (action.only === undefined || offers(platform, action.only));
    return { ...(exists ? { action } : {}), extension, ...(exact ? {} : { id: name.slice(end) }) };
  }
}

interface Found {
  readonly action?: Action;
  readonly extension: string | undefined;
  /** The part of the path that stands for `{id}`. */
  readonly id?: string;
}

interface Asked {
  readonly rights: Rights;
  readonly credentials: 'none' | 'bad' | 'good';
  readonly accept: string;
  readonly input: Input;
}

/** Checks the parameters, then calls the action. */
async function answerAction(
  platform: Platform,
  action: Action,
  { input: { parameters, parts, json }, ...asked }: Asked,
): Promise<Answer> {
  const values = Object.fromEntries(
    Object.entries(action.parameters).map(([name, read]) => [
      name,
      read(parameters.get(name), name, platform.dialect),
    ]),
  );
  return action.answer({ platform, ...asked, values, parts, json });
}

/** Whether the credentials are refused: wrong ones wherever credentials count, missing ones when they are required. */
function isRefused(platform: Platform, who: Rights | 'none' | 'bad', action: Action | undefined): boolean {
  if (action?.credentials === 'ignore') return false;
  return who === 'bad' || (who === 'none' && platform.forcesAuthentication && !action?.credentials);
}

function checkMethod(method: string, action: Action): void {
  if (method !== 'GET' && method !== 'POST') throw new ApiError(405, `HTTP method ${method} is not allowed`);
  if (action.method !== 'ANY' && action.method !== method)
    throw new ApiError(405, `HTTP method ${action.method} is required`);
}

const pathOf = ({ host, path }: Action): string => `${host === 'v2' ? '' : '/api'}/${path}`;

const withId = (input: Input, id: string | undefined): Input =>
  id === undefined ? input : { ...input, parameters: new Map([...input.parameters, ['id', id]]) };

const isV2 = (path: string, platform?: Platform): boolean =>
  !path.startsWith('/api') || (platform?.dialect.v2 === true && path.startsWith('/api/v2/'));

const unknownUrl = (path: string, platform?: Platform): ApiError =>
  new ApiError(404, isV2(path, platform) ? 'Resource not found.' : `Unknown url : ${path}`);

function offers(platform: Platform, only: NonNullable<Action['only']>): boolean {
  switch (only) {
    case 'cloud':
      return platform.dialect.isCloud;
    case 'v2':
      return platform.dialect.v2;
    case 'branches':
      return platform.hasBranches;
    case 'agentFeatures':
      return platform.hasAgentFeatures;
  }
}

function replyOf(answer: Answer): Reply {
  if (answer === undefined) return { status: 204 };
  if (answer instanceof Text)
    return {
      status: 200,
      headers: { 'Content-Type': answer.type, 'Content-Length': String(Buffer.byteLength(answer.body)) },
      body: answer.body,
    };
  if (answer instanceof EventStream)
    return { status: 200, headers: { 'Content-Type': 'text/event-stream;charset=UTF-8' }, body: answer.open };
  return jsonReply(200, answer);
}

function errorReply(status: number, message: string, path: string, platform: Platform): Reply {
  return jsonReply(status, isV2(path, platform) ? { message } : { errors: [{ msg: message }] });
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
