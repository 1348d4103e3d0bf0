/** An error answer: its status and the texts of its body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** An answer with status 406, which has no body. */
export class NotAcceptable extends Error {
  override readonly name = 'NotAcceptable';
}

export const badRequest = (message: string): ApiError => new ApiError(400, message);
export const notFound = (message: string): ApiError => new ApiError(404, message);
export const authenticationRequired = (): ApiError => new ApiError(401, 'Authentication is required');
export const insufficientPrivileges = (): ApiError => new ApiError(403, 'Insufficient privileges');
