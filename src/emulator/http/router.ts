import { authenticate } from '../auth/credentials.ts';
import { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../emulator.ts';
import { EventStream, Text, type Endpoint, type Answer } from './endpoint.ts';
import { ApiError, NotAcceptable } from './errors.ts';
import { htmlSafeJson, jsonReply } from './json.ts';
import { readInput, type Input } from './request.ts';
import type { Exchange, Reply } from './server.ts';

/**
 * Answers `/api/…` from a table of endpoints. The checks run in the order of real servers: server state, credentials,
 * path, method, parameters, then the endpoint itself.
 */
export class Router {
  /** Endpoints by path; `{id}` stands for the part of a path that is a value. */
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #roots: ReadonlySet<string>;
  readonly #onError: (error: unknown) => void;

  constructor(endpoints: readonly Endpoint[], onError: (error: unknown) => void) {
    this.#endpoints = new Map(endpoints.map((endpoint) => [pathOf(endpoint), endpoint]));
    this.#roots = new Set(endpoints.filter(({ host }) => host).map(({ path }) => path.split('/')[0] ?? ''));
    this.#onError = onError;
  }

  /** Whether a URL belongs to the Web API; other URLs belong to the pages. */
  owns(platform: ServerContext, url: string): boolean {
    const [path] = splitOnce(url, '?');
    const [, root = ''] = path.split('/');
    if (root === 'api') return true;
    // A server treats unknown paths there as pages; the cloud's other host has no pages.
    return (
      this.#roots.has(root) &&
      (platform.dialect.isCloud || this.#find(platform, path)?.endpoint !== undefined)
    );
  }

  async answer(platform: ServerContext, exchange: Exchange): Promise<Reply> {
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

  async #route(platform: ServerContext, exchange: Exchange, path: string, query: string): Promise<Reply> {
    const found = this.#find(platform, path);
    if (platform.status !== 'UP' && found?.endpoint?.path !== 'system/status') throw unknownUrl(path);

    const who = authenticate(platform, exchange);
    if (isRefused(platform, who, found?.endpoint)) return { status: 401 };
    if (path === '/api') return { status: 302, headers: { Location: `${platform.url}/web_api` } };
    if (exchange.method === 'OPTIONS') return { status: 405 };
    if (exchange.method === 'PATCH' && !platform.dialect.patchIsNamed) return { status: 405 };
    if (path.endsWith('/')) throw new ApiError(400, `Url is incorrect : '${path}'`);
    if (!found?.endpoint) throw unknownUrl(path, platform);
    checkMethod(exchange.method, found.endpoint);
    if (found.extension && found.extension !== 'json' && found.extension !== 'protobuf')
      throw new ApiError(400, `Unknown action extension: ${found.extension}`);

    const answer = await answerEndpoint(platform, found.endpoint, {
      rights: typeof who === 'string' ? new Rights(platform.db, platform.dialect) : who,
      credentials: typeof who === 'string' ? who : 'good',
      accept: exchange.headers.accept ?? '*/*',
      input: withPathId(await readInput(exchange, query), found.id),
    });
    return replyOf(answer);
  }

  /**
   * Returns the parsed JSON of an endpoint's answer, called with the rights of a known user. The pages use it, so that
   * they can do only what the Web API can do.
   */
  async call(
    platform: ServerContext,
    rights: Rights,
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const endpoint = this.#endpoints.get(`/api/${path}`);
    if (!endpoint) throw new Error(`There is no endpoint ${path}`);
    const input = { parameters: new Map(Object.entries(parameters)), parts: new Map(), json: undefined };
    const answer = await answerEndpoint(platform, endpoint, {
      rights,
      credentials: 'good',
      accept: '*/*',
      input,
    });
    if (answer instanceof Text || answer instanceof EventStream)
      throw new Error(`${path} does not answer with JSON`);
    return answer === undefined ? undefined : JSON.parse(htmlSafeJson(answer));
  }

  #find(platform: ServerContext, path: string): Found | undefined {
    const [, name = '', extension] = /^(.+?)(?:\.([^./]+))?$/u.exec(path) ?? [];
    if (!name) return undefined;
    const end = name.lastIndexOf('/') + 1;
    const exact = this.#endpoints.get(name);
    const endpoint = exact ?? this.#endpoints.get(`${name.slice(0, end)}{id}`);
    const exists = endpoint && (endpoint.only === undefined || offers(platform, endpoint.only));
    return { ...(exists ? { endpoint } : {}), extension, ...(exact ? {} : { id: name.slice(end) }) };
  }
}

interface Found {
  readonly endpoint?: Endpoint;
  readonly extension: string | undefined;
  /** The part of the path that stands for `{id}`. */
  readonly id?: string;
}

interface CheckedRequest {
  readonly rights: Rights;
  readonly credentials: 'none' | 'bad' | 'good';
  readonly accept: string;
  readonly input: Input;
}

/** Checks the parameters, then calls the endpoint. */
async function answerEndpoint(
  platform: ServerContext,
  endpoint: Endpoint,
  { input: { parameters, parts, json }, ...asked }: CheckedRequest,
): Promise<Answer> {
  const values = Object.fromEntries(
    Object.entries(endpoint.parameters).map(([name, read]) => [
      name,
      read(parameters.get(name), name, platform.dialect),
    ]),
  );
  return endpoint.answer({ platform, ...asked, values, parts, json });
}

/** Whether the credentials are refused: wrong ones wherever credentials count, missing ones when they are required. */
function isRefused(
  platform: ServerContext,
  who: Rights | 'none' | 'bad',
  endpoint: Endpoint | undefined,
): boolean {
  if (endpoint?.credentials === 'ignore') return false;
  return who === 'bad' || (who === 'none' && platform.forcesAuthentication && !endpoint?.credentials);
}

function checkMethod(method: string, endpoint: Endpoint): void {
  if (method !== 'GET' && method !== 'POST') throw new ApiError(405, `HTTP method ${method} is not allowed`);
  if (endpoint.method !== 'ANY' && endpoint.method !== method)
    throw new ApiError(405, `HTTP method ${endpoint.method} is required`);
}

const pathOf = ({ host, path }: Endpoint): string => `${host === 'v2' ? '' : '/api'}/${path}`;

const withPathId = (input: Input, id: string | undefined): Input =>
  id === undefined ? input : { ...input, parameters: new Map([...input.parameters, ['id', id]]) };

const isV2 = (path: string, platform?: ServerContext): boolean =>
  !path.startsWith('/api') || (platform?.dialect.v2 === true && path.startsWith('/api/v2/'));

const unknownUrl = (path: string, platform?: ServerContext): ApiError =>
  new ApiError(404, isV2(path, platform) ? 'Resource not found.' : `Unknown url : ${path}`);

function offers(platform: ServerContext, only: NonNullable<Endpoint['only']>): boolean {
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

function errorReply(status: number, message: string, path: string, platform: ServerContext): Reply {
  return jsonReply(status, isV2(path, platform) ? { message } : { errors: [{ msg: message }] });
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
