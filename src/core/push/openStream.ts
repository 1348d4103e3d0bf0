/**
 * A request whose response is a stream. Redirects are not followed: the caller gets a 3xx like any other response.
 */
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
  /**
   * The body in pieces as they arrive, until the server or the signal ends it. The iteration rejects with a
   * `Failure`.
   */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Sends the request. Resolves when the status and the headers have arrived; rejects with a `Failure`. Implemented in
 * src/node/http/openStream.ts.
 */
export type OpenStream = (request: StreamRequest) => Promise<OpenedStream>;
