/** One HTTP request. Redirects are not followed: a 3xx status is an answer like any other. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Deadline of the whole exchange, body included, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Limit of the decompressed body in bytes. Default 10 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /**
   * IP addresses to connect to, instead of resolving the name in `url`. The caller has checked them, and the name may
   * resolve to other addresses the next time. Such a request uses no proxy, because a proxy resolves names itself, and
   * presents no client certificate. In the editor they have no effect where the editor's own proxy is used.
   */
  readonly addresses?: readonly string[] | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The network. `send` resolves for an answer of any status. It rejects with a `Failure` of code `unreachable`,
 * `unknownHost`, `proxy`, `proxyCredentials`, `timeout`, `cancelled`, `certificate`, `clientCertificate`,
 * `networkSettings` or `tooLarge`. `src/node/http/createHttp.ts` implements it.
 */
export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>;
}

/**
 * Returns the waiting time that a response requests with `Retry-After`, for the details of a `Failure`. Only seconds
 * are read: a date would have to be compared with a local clock, which may be wrong.
 */
export function retryAfterOf(headers: Readonly<Record<string, string | undefined>>): {
  readonly retryAfterMs?: number;
} {
  const value = headers['retry-after'];
  return value !== undefined && /^\d{1,6}$/.test(value) ? { retryAfterMs: Number(value) * 1000 } : {};
}

/** A request whose response is a stream. Redirects are not followed: the caller gets a 3xx like any other response. */
export interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the stream when it aborts. */
  readonly signal: AbortSignal;
}

export interface OpenedStream {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body in pieces, until the server or the signal ends it. The iteration rejects with a `Failure`. */
  readonly pieces: AsyncIterable<string>;
}

/** Sends a request. Resolves once the headers are there; rejects with a `Failure`. See src/node/http/openStream.ts. */
export type OpenStream = (request: StreamRequest) => Promise<OpenedStream>;
