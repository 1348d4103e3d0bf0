import * as z from 'zod/mini';
import { Failure, type FailureCode } from '../failures.ts';
import { retryAfterOf, type Http, type HttpRequest, type HttpResponse } from '../http.ts';
import type { Log } from '../log.ts';
import { describeIssues, parse, parseIfValid, parseJson } from '../parsing.ts';
import { urlPart } from '../urlPart.ts';
import { platformWords } from './texts.ts';
import { Buffer } from 'node:buffer';

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ApiOptions {
  readonly http: Http;
  readonly log: Log;
  /** Base address without trailing slash. It may have a context path. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** Requests are anonymous without a token. */
  readonly token?: string | undefined;
  /** Default `basic`. */
  readonly scheme?: AuthScheme;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For each request, with the body of its answer. */
  readonly timeoutMs?: number;
}

/** The branch or the pull request that a request is about; neither for the main branch. */
export interface BranchOrPullRequest {
  readonly branch?: string | undefined;
  /** Key of the pull request. */
  readonly pullRequest?: string | undefined;
}

/** The part of a list that a request asks for. */
export interface PageQuery {
  /** 1-based. */
  readonly page?: number;
  /** At most 500; of the history of measures, 1,000. */
  readonly pageSize?: number;
}

/** One page of a list. Items that do not match their schema are left out, and the log names them. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The number of items on all pages. */
  readonly total: number;
}

/** Items of one page that the log names when they are left out. An answer of 10 MiB may have millions. */
const mostNamed = 5;

/** A request. Failures and the log name its `path`, without the query. */
interface ApiCall extends Pick<HttpRequest, 'method' | 'headers' | 'body'> {
  readonly path: string;
  readonly query?: Parameters;
}

const newListSchema = (key: string) => z.looseObject({ [key]: z.array(z.unknown()) });
const listSchemas = new Map<string, ReturnType<typeof newListSchema>>();

/** Returns the schema of an answer with a list under `key`. Making one takes longer than parsing a short answer. */
function listSchema(key: string) {
  const schema = listSchemas.get(key) ?? newListSchema(key);
  listSchemas.set(key, schema);
  return schema;
}

const total = z.number();
/** The places of the total number of items: in most actions, in the v2 API, and in the list of metrics. */
const paged = z.union([
  z.object({ paging: z.object({ total }) }),
  z.object({ page: z.object({ total }) }),
  z.object({ total }),
]);

function totalOf(answer: unknown): number | undefined {
  const { data } = paged.safeParse(answer);
  if (!data) return undefined;
  return 'paging' in data ? data.paging.total : 'page' in data ? data.page.total : data.total;
}

/**
 * A client of one platform's Web API with one credential. Each resource has a file beside this one with functions that
 * take the client. Every method rejects with a `Failure`, and none retries.
 */
export class Api {
  readonly #options: ApiOptions;
  readonly #call: CallOptions;

  constructor(options: ApiOptions, call: CallOptions = {}) {
    this.#options = options;
    this.#call = call;
  }

  /** Returns this client with a signal or a deadline for each of its requests, which replace the present ones. */
  with(call: CallOptions): Api {
    return new Api(this.#options, { ...this.#call, ...call });
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  async get<S extends z.ZodMiniType>(path: string, parameters: Parameters, schema: S): Promise<z.output<S>> {
    const response = await this.#send({ method: 'GET', path, query: parameters });
    return parse(schema, parseJson(response.body, `GET ${path}`), `GET ${path}`);
  }

  /** Returns plain text, such as sources or logs. Rejects with `malformed` for HTML, which only a proxy sends here. */
  async getText(path: string, parameters: Parameters): Promise<string> {
    const call = { method: 'GET', path, query: parameters, headers: { Accept: 'text/plain, */*' } } as const;
    const { headers, body } = await this.#send(call);
    if (headers['content-type']?.startsWith('text/html'))
      throw new Failure('malformed', `GET ${path}: an HTML page instead of text`);
    return body;
  }

  /** Returns the items of the list `key` that match `item`, and the total of the paging or else of the list. */
  async list<S extends z.ZodMiniType>(
    path: string,
    parameters: Parameters,
    { key, item }: { readonly key: string; readonly item: S },
  ): Promise<Page<z.output<S>>> {
    const answer = await this.get(path, parameters, listSchema(key));
    const values = answer[key] ?? [];
    const { log } = this.#options;
    const items: z.output<S>[] = [];
    let left = 0;
    for (const [index, value] of values.entries()) {
      const result = item.safeParse(value);
      if (result.success) items.push(result.data);
      else if (left++ < mostNamed)
        log.warn(`GET ${path}: left out ${key}[${index}]: ${describeIssues(result.error)}`);
    }
    if (left > mostNamed) log.warn(`GET ${path}: left out ${left - mostNamed} more of ${key}`);
    return { items, total: totalOf(answer) ?? values.length };
  }

  /** Sends the parameters in the body, out of access logs. An empty answer parses as undefined. */
  async post<S extends z.ZodMiniType>(path: string, parameters: Parameters, schema: S): Promise<z.output<S>> {
    const body = encodeParameters(parameters);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await this.#send({ method: 'POST', path, body, headers });
    const value = response.body === '' ? undefined : parseJson(response.body, `POST ${path}`);
    return parse(schema, value, `POST ${path}`);
  }

  /** Sends `content` as a JSON body, which the v2 hosts of the cloud require. */
  async postJson<S extends z.ZodMiniType>(path: string, content: unknown, schema: S): Promise<z.output<S>> {
    const body = { type: 'application/json', bytes: JSON.stringify(content) };
    return this.postBytes(path, body, schema);
  }

  /** Sends bytes as the body, such as a form with files. */
  async postBytes<S extends z.ZodMiniType>(
    path: string,
    { type, bytes }: { readonly type: string; readonly bytes: Uint8Array | string },
    schema: S,
  ): Promise<z.output<S>> {
    const headers = { 'Content-Type': type };
    const response = await this.#send({ method: 'POST', path, body: bytes, headers });
    return parse(schema, parseJson(response.body, `POST ${path}`), `POST ${path}`);
  }

  async #send({ method, path, query = {}, headers, body }: ApiCall): Promise<HttpResponse> {
    const { http, log, token, scheme = 'basic', userAgent } = this.#options;
    const search = encodeParameters(query);
    const response = await http.send({
      method,
      url: `${this.baseUrl}/${path}${search && `?${search}`}`,
      headers: {
        Accept: 'application/json',
        'User-Agent': userAgent,
        ...headers,
        ...(token !== undefined && { Authorization: authorization(scheme, token) }),
      },
      ...(body !== undefined && { body }),
      ...this.#call,
    });
    const what = `${method} ${path}`;
    log.debug(`${what} → ${response.status}`);
    if (response.status < 200 || response.status > 299) throw failureOf(response, what);
    return response;
  }
}

/** Returns the values as one parameter, or undefined for an absent or empty list, so that the parameter is left out. */
export function commas(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(',');
}

function encodeParameters(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${urlPart(String(value))}`).join('&');
}

const codes: Readonly<Record<number, FailureCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  410: 'removed',
  429: 'rateLimited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function failureCodeOf(status: number): FailureCode {
  return codes[status] ?? (status < 400 ? 'redirected' : status < 500 ? 'badRequest' : 'serverError');
}

function failureOf({ status, headers, body }: HttpResponse, what: string): Failure {
  const words = errorText(body);
  return new Failure(failureCodeOf(status), `${what}: ${status} ${words}`.trimEnd(), {
    status,
    ...(words !== '' && { words }),
    ...retryAfterOf(headers),
  });
}

const errorBody = z.union([
  z.object({ errors: z.array(z.object({ msg: z.string() })) }),
  z.object({ message: z.string() }),
]);

/** Returns the platform's error message, or an empty text for a body without one: an empty body or a proxy's HTML. */
function errorText(body: string): string {
  const data = parseIfValid(errorBody, body);
  if (!data) return '';
  return platformWords('message' in data ? data.message : data.errors.map(({ msg }) => msg).join('. '));
}

/**
 * `basic` sends the token as login with an empty password. Every server version accepts it, and 9.9 accepts only this.
 * `bearer` works on servers from 10.4 on and on the cloud, and the cloud's v2 hosts accept only this.
 */
export type AuthScheme = 'basic' | 'bearer';

function authorization(scheme: AuthScheme, token: string): string {
  return scheme === 'bearer' ? `Bearer ${token}` : `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
}
