/** One exchange. Redirects are never followed: a 3xx is an answer like any other. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline of the whole exchange in milliseconds, body included. Default 10,000. */
  readonly timeoutMs?: number;
  /** Limit of the decompressed body in bytes. Default 10 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /**
   * IP addresses to connect to in place of those that the name in `url` resolves to, because they have been checked and
   * the name may resolve to others the next time. They do not bind a proxy, which resolves names itself.
   */
  readonly addresses?: readonly string[] | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The network. `send` resolves for every answer, whatever its status, and rejects with a `Failure` of code
 * `unreachable`, `timeout`, `cancelled`, `certificate` or `tooLarge`. Implemented in src/node/http.ts.
 */
export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>;
}
