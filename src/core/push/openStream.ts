/** A request whose answer goes on. Redirects are never followed: a 3xx is an answer like any other. */
export interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

export interface OpenedStream {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it comes, until the other end or the signal ends it. Rejects with a `Failure`. */
  readonly pieces: AsyncIterable<string>;
}

/** Resolves with the head of the answer; rejects with a `Failure`. Implemented in src/node/openStream.ts. */
export type OpenStream = (request: StreamRequest) => Promise<OpenedStream>;
