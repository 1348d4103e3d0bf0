/**
 * What can go wrong between us and a platform, a disk or a person's files. Expected answers (a refused token while
 * checking a connection) are values; everything else is one `Failure`. Its message is English, for logs, and holds no
 * secret: each host words it for people in a table of its own.
 */
export type FailureCode =
  /** No connection: refused, reset, unknown host. */
  | 'unreachable'
  /** The whole exchange took longer than its deadline. */
  | 'timeout'
  /** The caller aborted. */
  | 'cancelled'
  /** The certificate is not trusted, expired or for another host. */
  | 'certificate'
  /** The other side wants a certificate of ours. */
  | 'clientCertificate'
  /** A redirect, which is never followed with a token. */
  | 'redirected'
  /** The answer is larger than the limit. */
  | 'tooLarge'
  /** The answer, file or setting does not have the shape we need. */
  | 'malformed'
  | 'badRequest'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'rateLimited'
  /** 502, 503, 504: starting, indexing, overloaded. */
  | 'unavailable'
  | 'serverError'
  /** A secret was asked for with another origin than the one it was stored for. */
  | 'wrongOrigin'
  /** A file of ours could not be read or written. */
  | 'storage'
  /** What the person wants written lies where nothing can be written. */
  | 'readOnly'
  /** A name that must be unique is taken. */
  | 'duplicate'
  /** Somebody else holds what we need (a lock, a port, a database). */
  | 'busy';

interface FailureDetails extends ErrorOptions {
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** What the platform asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** By name, not `instanceof`: each bundle carries its own copy of this class. */
  static is(error: unknown, code?: FailureCode): error is Failure {
    return (
      error instanceof Error && error.name === 'Failure' && 'code' in error && (!code || error.code === code)
    );
  }
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
