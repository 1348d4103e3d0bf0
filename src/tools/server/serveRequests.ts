import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import type { AuthenticatedClient } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Capabilities } from './capabilities.ts';
import { createServer } from './protocolServer.ts';

/**
 * Creates one protocol server per request, for both eras of the protocol: the one with a handshake, and the one in
 * which every request is self-contained. The server keeps no state in either.
 */
export function createServe(capabilitiesFor: (client: AuthenticatedClient) => Capabilities, log: Log): Serve {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const client = clientBehind(authInfo);
      if (!client) throw new Error('A request came past the endpoint');
      return createServer(capabilitiesFor(client));
    },
    {
      onerror: (error) => {
        log.warn(error.message);
      },
    },
  );
  return (request, parsedBody, client, onAccepted) =>
    handler.fetch(request, {
      parsedBody,
      authInfo: { token: client.token, clientId: client.digest, scopes: [], extra: { client, onAccepted } },
    });
}

/** Returns the caller that `createServe` attached to the request. */
export function clientBehind(authInfo: AuthInfo | undefined): AuthenticatedClient | undefined {
  return authInfo?.extra?.client as AuthenticatedClient | undefined;
}

/**
 * Returns the callback that `createServe` attached: to be called when the platform has accepted the caller's token.
 */
export function acceptanceOf(authInfo: AuthInfo | undefined): (() => void) | undefined {
  return authInfo?.extra?.onAccepted as (() => void) | undefined;
}
