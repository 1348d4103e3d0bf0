export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns an answer 400. The message is that of the real server, because clients show it. */
export const badRequest = (message: string): ApiError => new ApiError(400, message);
/** Returns an answer 404. The message is that of the real server. */
export const notFound = (message: string): ApiError => new ApiError(404, message);
export const authenticationRequired = (): ApiError => new ApiError(401, 'Authentication is required');
export const insufficientPrivileges = (): ApiError => new ApiError(403, 'Insufficient privileges');
