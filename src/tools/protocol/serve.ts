import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import type { Caller } from '../http/caller.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Offer } from './offer.ts';
import { createServer } from './server.ts';

/**
 * Creates one protocol server per request, for both eras of the protocol: the one with a handshake, and the one in
 * which every request is self-contained. The server keeps no state in either.
 */
export function createServe(offerFor: (caller: Caller) => Offer, log: Log): Serve {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = callerBehind(authInfo);
      if (!caller) throw new Error('A request came past the endpoint');
      return createServer(offerFor(caller));
    },
    {
      onerror: (error) => {
        log.warn(error.message);
      },
    },
  );
  return (request, parsedBody, caller, onAccepted) =>
    handler.fetch(request, {
      parsedBody,
      authInfo: { token: caller.token, clientId: caller.digest, scopes: [], extra: { caller, onAccepted } },
    });
}

/** Returns the caller that `createServe` attached to the request. */
export function callerBehind(authInfo: AuthInfo | undefined): Caller | undefined {
  return authInfo?.extra?.caller as Caller | undefined;
}

/**
 * Returns the callback that `createServe` attached: to be called when the platform has accepted the caller's token.
 */
export function acceptanceOf(authInfo: AuthInfo | undefined): (() => void) | undefined {
  return authInfo?.extra?.onAccepted as (() => void) | undefined;
}
