import { createMcpHandler, type AuthInfo, type ServerContext } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import type { AuthenticatedClient } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Capabilities } from './capabilities.ts';
import { createServer } from './protocolServer.ts';
import type { Credentials } from '../definition/access.ts';
import { createProductCapabilities, lazyToolCalls } from './productCapabilities.ts';
import { combineFilters } from '../definition/toolsets.ts';
import { type ToolServerConfig, version } from './toolServerConfig.ts';

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

/** Returns the client that `createServe` attached to the request. */
function clientBehind(authInfo: AuthInfo | undefined): AuthenticatedClient | undefined {
  return authInfo?.extra?.client as AuthenticatedClient | undefined;
}

/**
 * Returns the callback that `createServe` attached: to be called when the platform has accepted the client's token.
 */
function acceptanceOf(authInfo: AuthInfo | undefined): (() => void) | undefined {
  return authInfo?.extra?.onAccepted as (() => void) | undefined;
}

/** Serves the product over HTTP. Each request runs under its own token, and no state is kept between requests. */
export function productServe({ configuration, filter, log }: ToolServerConfig): Serve {
  const host = { callTool: lazyToolCalls(configuration, log, version), credentialsOf };
  const capabilitiesFor = createProductCapabilities(configuration, host, version);
  return createServe(({ filter: wanted }) => capabilitiesFor(combineFilters(filter, wanted)), log);
}

function credentialsOf(context: ServerContext): Credentials {
  const client = clientBehind(context.http?.authInfo);
  return {
    token: client?.token,
    source: 'header',
    organization: client?.organization,
    onAccepted: acceptanceOf(context.http?.authInfo),
  };
}
