import type { ClientRequest } from 'node:http';
import { Failure, type FailureCode } from '../../core/failures.ts';
import { systemCodeOf } from '../systemError.ts';

/** `code` of the error for a body that exceeds its limit. */
export const bodyTooLarge = 'ERR_BODY_TOO_LARGE';

/** Fails a request whose answer changes the protocol. Without a listener, Node drops such an answer silently. */
export function refuseUpgrade(request: ClientRequest): void {
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    request.emit('error', new Error('The answer changes the protocol'));
  });
}

/**
 * Converts an error of `node:http(s)` to a failure.
 * @param what the request, for the log: method and origin, because the user may not want the path in a log
 */
export function networkFailure(error: unknown, what: string, signal: AbortSignal | undefined): Failure {
  if (signal?.aborted) return new Failure('cancelled', `${what}: cancelled`);
  if (Failure.is(error)) return error;
  const code = systemCodeOf(error);
  return new Failure(codeOf(code), `${what}: ${code || 'failed'}`, { cause: error });
}

function codeOf(code: string): FailureCode {
  if (code === bodyTooLarge) return 'tooLarge';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost';
  // Alert 116 of TLS 1.3; older versions have no specific alert for a missing certificate.
  if (/ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_REQUIRED)/.test(code)) return 'clientCertificate';
  return /CERT|SIGNATURE|^ERR_TLS|SSL/.test(code) ? 'certificate' : 'unreachable';
}
