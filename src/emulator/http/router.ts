import { authenticate } from '../auth/credentials.ts';
import { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../serverContext.ts';
import { Text, type EndpointAnswer, type Endpoint } from './endpoint.ts';
import { ApiError, badRequest } from '../errors.ts';
import { htmlSafeJson } from './formats.ts';
import { jsonReply, type Exchange, type Reply } from './server.ts';

/** Answers `/api/…` after the checks of real servers, in their order: state, credentials, path, method, parameters. */
export class Router {
  /** Endpoints by path; `{id}` stands for the part of a path that is a value. */
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #roots: ReadonlySet<string>;
  readonly #server: ServerContext;

  constructor(endpoints: readonly Endpoint[], server: ServerContext) {
    this.#endpoints = new Map(endpoints.map((endpoint) => [pathOf(endpoint), endpoint]));
    this.#roots = new Set(endpoints.filter(({ host }) => host).map(({ path }) => path.split('/')[0] ?? ''));
    this.#server = server;
  }

  /** Whether a URL belongs to the Web API; other URLs belong to the pages. */
  owns(url: string): boolean {
    const [path] = splitOnce(url, '?');
    const [, root = ''] = path.split('/');
    if (root === 'api') return true;
    // A server treats unknown paths there as pages; the cloud's other host has no pages.
    return this.#roots.has(root) && (this.#server.dialect.isCloud || this.#find(path) !== undefined);
  }

  async answer(exchange: Exchange): Promise<Reply> {
    const [path, query] = splitOnce(exchange.url, '?');
    try {
      return await this.#route(exchange, path, query);
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error.status, error.message, path);
      this.#server.onError(error);
      return errorReply(500, 'An error has occurred. Please contact your administrator', path);
    }
  }

  async #route(exchange: Exchange, path: string, query: string): Promise<Reply> {
    const server = this.#server;
    const found = this.#find(path);
    if (server.status !== 'UP' && found?.endpoint.path !== 'system/status') throw unknownUrl(path);

    const who = authenticate(server, exchange);
    if (isRefused(server, who, found?.endpoint)) return { status: 401 };
    if (!found) throw unknownUrl(path);
    checkMethod(exchange.method, found.endpoint);

    const rights = typeof who === 'string' ? new Rights(server.db, server.dialect) : who;
    const input = await readInput(exchange, query);
    if (found.id !== undefined) input.parameters.set('id', found.id);
    return replyOf(await this.#call(found.endpoint, rights, input));
  }

  /** Returns the parsed answer of an endpoint. The pages call it, so they can do only what the Web API can do. */
  async call(rights: Rights, path: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
    const endpoint = this.#endpoints.get(`/api/${path}`);
    if (!endpoint) throw new Error(`There is no endpoint ${path}`);
    const input = { parameters: new Map(Object.entries(parameters)), parts: new Map(), json: undefined };
    const answer = await this.#call(endpoint, rights, input);
    if (answer instanceof Text) return answer.body;
    return answer === undefined ? undefined : JSON.parse(htmlSafeJson(answer));
  }

  async #call(
    endpoint: Endpoint,
    rights: Rights,
    { parameters, parts, json }: Input,
  ): Promise<EndpointAnswer> {
    const server = this.#server;
    const values = Object.fromEntries(
      Object.entries(endpoint.parameters).map(([name, read]) => [
        name,
        read(parameters.get(name), name, server.dialect),
      ]),
    );
    return endpoint.answer({ server, rights, values, parts, json });
  }

  #find(path: string): Found | undefined {
    const end = path.lastIndexOf('/') + 1;
    const exact = this.#endpoints.get(path);
    const endpoint = exact ?? this.#endpoints.get(`${path.slice(0, end)}{id}`);
    if (!endpoint || (endpoint.only !== undefined && !offers(this.#server, endpoint.only))) return undefined;
    return exact ? { endpoint } : { endpoint, id: path.slice(end) };
  }
}

interface Found {
  readonly endpoint: Endpoint;
  /** The part of the path that stands for `{id}`. */
  readonly id?: string;
}

/** Whether the credentials are refused: wrong ones wherever credentials count, missing ones when they are required. */
function isRefused(
  server: ServerContext,
  who: Rights | 'none' | 'bad',
  endpoint: Endpoint | undefined,
): boolean {
  if (endpoint?.credentials === 'ignore') return false;
  return who === 'bad' || (who === 'none' && server.forcesAuthentication && !endpoint?.credentials);
}

function checkMethod(method: string, endpoint: Endpoint): void {
  if (method !== 'GET' && method !== 'POST') throw new ApiError(405, `HTTP method ${method} is not allowed`);
  if (endpoint.method !== method) throw new ApiError(405, `HTTP method ${endpoint.method} is required`);
}

const pathOf = ({ host, path }: Endpoint): string => `${host === 'v2' ? '' : '/api'}/${path}`;

const isV2 = (path: string): boolean => !path.startsWith('/api');

const unknownUrl = (path: string): ApiError =>
  new ApiError(404, isV2(path) ? 'Resource not found.' : `Unknown url : ${path}`);

function offers(server: ServerContext, only: NonNullable<Endpoint['only']>): boolean {
  switch (only) {
    case 'cloud':
      return server.dialect.isCloud;
    case 'branches':
      return server.hasBranches;
    case 'agentFeatures':
      return server.hasAgentFeatures;
  }
}

function replyOf(answer: EndpointAnswer): Reply {
  if (answer === undefined) return { status: 204 };
  if (answer instanceof Text)
    return {
      status: 200,
      headers: { 'Content-Type': answer.type, 'Content-Length': String(Buffer.byteLength(answer.body)) },
      body: answer.body,
    };
  return jsonReply(200, answer);
}

function errorReply(status: number, message: string, path: string): Reply {
  return jsonReply(status, isV2(path) ? { message } : { errors: [{ msg: message }] });
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

interface Input {
  /** First value of each parameter, trimmed. Parameters of the query have priority over those of the body. */
  readonly parameters: Map<string, string>;
  readonly parts: ReadonlyMap<string, Uint8Array>;
  readonly json: unknown;
}

/** Reads the query and, for a POST, a form, multipart or JSON body. */
async function readInput(exchange: Exchange, query: string): Promise<Input> {
  const parameters = new Map<string, string>();
  const parts = new Map<string, Uint8Array>();
  add(parameters, new URLSearchParams(query));
  const type = exchange.headers['content-type'] ?? '';
  let json: unknown;
  if (exchange.method === 'POST' && exchange.body.length > 0) {
    if (type.startsWith('application/x-www-form-urlencoded'))
      add(parameters, new URLSearchParams(Buffer.from(exchange.body).toString('utf8')));
    else if (type.startsWith('multipart/form-data')) await addForm(exchange.body, type, parameters, parts);
    else if (type.startsWith('application/json')) json = parseJson(exchange.body);
  }
  return { parameters, parts, json };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    // The answer states that the body is not JSON; the parser's message would only add a position.
    throw badRequest('The body is not JSON');
  }
}

function add(parameters: Map<string, string>, source: Iterable<[string, string]>): void {
  for (const [name, value] of source) if (!parameters.has(name)) parameters.set(name, value.trim());
}

async function addForm(
  body: Uint8Array,
  type: string,
  parameters: Map<string, string>,
  parts: Map<string, Uint8Array>,
): Promise<void> {
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- for bodies of any size; this one is in memory and bounded
    .formData()
    .catch(() => undefined);
  if (!form) throw badRequest('The body is not multipart/form-data');
  for (const [name, value] of form)
    if (typeof value === 'string') add(parameters, [[name, value]]);
    else parts.set(name, new Uint8Array(await value.arrayBuffer()));
}

/** Calls an endpoint of the Web API with the rights of the user who views the page. */
export type CallApi = (path: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
