/**
 * The reason of a `Failure`, the only error for problems with a platform, a disk or the user's files. Expected answers,
 * such as a refused token during the check of a connection, are values instead. The message of a `Failure` is English,
 * for logs, and contains no secret. Each host has a table with its own texts for users.
 */
export type FailureCode =
  /** The connection was refused or reset. */
  | 'unreachable'
  | 'unknownHost'
  /** The proxy cannot be reached, or refuses to connect to the host. */
  | 'proxy'
  /** The proxy requires a user name and password, or does not accept the given ones. */
  | 'proxyCredentials'
  /** A setting of the network on this machine cannot be used. The message, for users, names the setting and the fix. */
  | 'networkSettings'
  /** The whole exchange took longer than its deadline. */
  | 'timeout'
  /** The caller aborted the work. */
  | 'cancelled'
  /** The server's certificate is untrusted, expired or issued for another host. */
  | 'certificate'
  /** The server requires a client certificate, or does not accept the one that it got. */
  | 'clientCertificate'
  /** The platform answered with a redirect. A request with a token never follows one. */
  | 'redirected'
  | 'tooLarge'
  /** The answer, file or setting does not match its schema. */
  | 'malformed'
  | 'badRequest'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  /** The platform had this function once and no longer has it (status 410). Only an update of the product helps. */
  | 'removed'
  | 'rateLimited'
  /** Status 502, 503 or 504: the platform is starting, indexing or overloaded. */
  | 'unavailable'
  | 'serverError'
  /** A caller requested a secret for another origin than the one that it is stored for. */
  | 'wrongOrigin'
  /** The program could not read or write one of its files or secrets. */
  | 'storage'
  /** A newer version of the product wrote the file. It is left as it is. */
  | 'newerFormat'
  /** The user wants to write to a read-only location. */
  | 'readOnly'
  /** A file is a symbolic link or below one, so the program does not read or write it. `path` names the link. */
  | 'link'
  /** A name that must be unique is already taken. */
  | 'duplicate'
  /** Another process holds a lock, a port or a database that is needed. */
  | 'busy';

interface FailureDetails extends ErrorOptions {
  /** HTTP status; absent without an HTTP answer. */
  readonly status?: number;
  /** The waiting time that the platform requested, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The file or folder that is in the way, as the user knows it: relative to the workspace. */
  readonly path?: string;
  /** The platform's own words about the error; absent when the answer is not one of its errors. */
  readonly words?: string | undefined;
}

/** An error with a code. Its message is English, for logs, without secrets; each host words the code for users. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly path: string | undefined;
  readonly words: string | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.path = details.path;
    this.words = details.words;
  }

  /**
   * Returns whether an error is a `Failure`, with this code if one is given. It compares the name instead of using
   * `instanceof`, because each bundle has its own copy of this class.
   */
  static is(error: unknown, code?: FailureCode): error is Failure {
    return (
      error instanceof Error && error.name === 'Failure' && 'code' in error && (!code || error.code === code)
    );
  }
}

export function isOneOf(error: unknown, codes: readonly FailureCode[]): boolean {
  return Failure.is(error) && codes.includes(error.code);
}

/** The platform does not offer this to the user, so the next requests will fail too. */
export const refusals: readonly FailureCode[] = ['badRequest', 'forbidden', 'notFound', 'removed'];

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
