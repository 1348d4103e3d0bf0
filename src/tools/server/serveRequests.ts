import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import type { AuthenticatedClient } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Capabilities } from './capabilities.ts';
import { createServer } from './protocolServer.ts';
import { clientBehind } from './requestClient.ts';

/**
 * Creates one protocol server per request, for both eras of the protocol: the one with a handshake, and the one in
 * which every request is self-contained. The server keeps no state in either.
 */
export function createServe(capabilitiesFor: (client: AuthenticatedClient) => Capabilities, log: Log): Serve {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const client = clientBehind(authInfo);
      if (!client) throw new Error('The endpoint passed on a request without a client');
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
