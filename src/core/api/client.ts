import * as z from 'zod/mini';
import { Failure, type FailureCode } from '../failures.ts';
import type { Http, HttpRequest, HttpResponse } from '../http.ts';
import type { Log } from '../log.ts';
import { describeIssues, parse, parseJson } from '../parsing.ts';
import { authorization, type AuthScheme } from './credential.ts';
import { platformWords } from './texts.ts';

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ApiOptions {
  readonly http: Http;
  readonly log: Log;
  /** Base address without trailing slash; a context path is kept. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** Absent: anonymous. */
  readonly token?: string | undefined;
  /** Default `basic`. */
  readonly scheme?: AuthScheme;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** One page of a list; items that do not parse are left out and named in the log. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Of all pages. */
  readonly total: number;
}

/** `path` is what failures and the log name; the query stays out of both. */
interface ApiCall extends Pick<HttpRequest, 'method' | 'headers' | 'body'> {
  readonly path: string;
  readonly suffix?: string;
}

const total = z.number();
/** Where a list says how many there are: most actions, those of the v2 API, and the list of metrics. */
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
 * The Web API of one platform under one credential. Resources are functions over it, one file each beside this one.
 * Every method rejects with a `Failure`; nothing is retried here.
 */
export class Api {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  async get<S extends z.ZodMiniType>(
    path: string,
    parameters: Parameters,
    schema: S,
    options: CallOptions = {},
  ): Promise<z.output<S>> {
    const query = encodeParameters(parameters);
    const response = await this.#send({ method: 'GET', path, suffix: query && `?${query}` }, options);
    return parse(schema, parseJson(response.body, `GET ${path}`), `GET ${path}`);
  }

  /** An answer that is text and no JSON: sources, logs. A page of HTML, which only a proxy sends here, is `malformed`. */
  async getText(path: string, parameters: Parameters, options: CallOptions = {}): Promise<string> {
    const query = encodeParameters(parameters);
    const { headers, body } = await this.#send(
      { method: 'GET', path, suffix: query && `?${query}`, headers: { Accept: 'text/plain, */*' } },
      options,
    );
    if (headers['content-type']?.startsWith('text/html'))
      throw new Failure('malformed', `GET ${path}: an HTML page instead of text`);
    return body;
  }

  /** A list under `key`, with the total of its paging (the number of items where it has none). */
  async list<S extends z.ZodMiniType>(
    path: string,
    parameters: Parameters,
    { key, item }: { readonly key: string; readonly item: S },
    options: CallOptions = {},
  ): Promise<Page<z.output<S>>> {
    const answer = await this.get(path, parameters, z.looseObject({ [key]: z.array(z.unknown()) }), options);
    const values = answer[key] ?? [];
    const items: z.output<S>[] = [];
    for (const [index, value] of values.entries()) {
      const result = item.safeParse(value);
      if (result.success) items.push(result.data);
      else this.#options.log.warn(`GET ${path}: left out ${key}[${index}]: ${describeIssues(result.error)}`);
    }
    return { items, total: totalOf(answer) ?? values.length };
  }

  /** Parameters travel in the body, so that none of them stands in an access log. */
  async post<S extends z.ZodMiniType>(
    path: string,
    parameters: Parameters,
    schema: S,
    options: CallOptions = {},
  ): Promise<z.output<S>> {
    const body = encodeParameters(parameters);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await this.#send({ method: 'POST', path, body, headers }, options);
    const value = response.body === '' ? undefined : parseJson(response.body, `POST ${path}`);
    return parse(schema, value, `POST ${path}`);
  }

  /** A JSON body, as the v2 hosts of the cloud take it. */
  async postJson<S extends z.ZodMiniType>(
    path: string,
    content: unknown,
    schema: S,
    options: CallOptions = {},
  ): Promise<z.output<S>> {
    const headers = { 'Content-Type': 'application/json' };
    const call = { method: 'POST', path, body: JSON.stringify(content), headers } as const;
    const response = await this.#send(call, options);
    return parse(schema, parseJson(response.body, `POST ${path}`), `POST ${path}`);
  }

  async #send(
    { method, path, suffix = '', headers, body }: ApiCall,
    { signal, timeoutMs }: CallOptions,
  ): Promise<HttpResponse> {
    const { http, log, token, scheme = 'basic', userAgent } = this.#options;
    const response = await http.send({
      method,
      url: `${this.baseUrl}/${path}${suffix}`,
      headers: {
        Accept: 'application/json',
        'User-Agent': userAgent,
        ...headers,
        ...(token !== undefined && { Authorization: authorization(scheme, token) }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const what = `${method} ${path}`;
    log.debug(`${what} → ${response.status}`);
    if (response.status < 200 || response.status > 299) throw failureOf(response, what);
    return response;
  }
}

/** A list of values as one parameter; none is left out. */
export function commas(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(',');
}

function encodeParameters(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`).join('&');
}

/** Half a surrogate pair, which JSON can hold and a URL cannot, would make one bad key of a hundred fail them all. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const codes: Readonly<Record<number, FailureCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  429: 'rateLimited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function codeOf(status: number): FailureCode {
  return codes[status] ?? (status < 400 ? 'redirected' : status < 500 ? 'badRequest' : 'serverError');
}

function failureOf({ status, headers, body }: HttpResponse, what: string): Failure {
  const retryAfterMs = retryAfter(headers['retry-after']);
  return new Failure(codeOf(status), `${what}: ${status} ${errorText(body)}`.trimEnd(), {
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

const errorBody = z.union([
  z.object({ errors: z.array(z.object({ msg: z.string() })) }),
  z.object({ message: z.string() }),
]);

/** The platform's own words. An empty body or a proxy's HTML has none. */
function errorText(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // No JSON is the case that the docblock names; the status code is reported either way.
    return '';
  }
  const { data } = errorBody.safeParse(value);
  if (!data) return '';
  return platformWords('message' in data ? data.message : data.errors.map(({ msg }) => msg).join('. '));
}

/** Seconds only: a date would be compared with a clock that may be wrong. */
function retryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}
