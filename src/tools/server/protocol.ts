// This file is a separate bundle with the SDK, which is loaded when it is needed.
// First, because the SDK creates its schemas when it is loaded.
import './interpretSchemas.ts';
import { createMcpHandler, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../../core/log.ts';
import { type AuthenticatedClient, clientOf } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Capabilities } from './capabilities.ts';
import type { JsonLines } from './jsonLines.ts';
import { createServer } from './protocolServer.ts';
import { StdioTransport } from './stdioTransport.ts';

interface SdkOptions {
  readonly lines: JsonLines;
  /** The request that began the connection, if it was answered already. */
  readonly opening: JSONRPCRequest | undefined;
  readonly capabilities: Capabilities;
  readonly log: Log;
}

interface SdkServer {
  readonly receive: (value: unknown) => void;
  readonly close: () => void;
}

/** Serves one client with the SDK, which first processes the request that was answered already. */
export async function serveWithSdk({ lines, opening, capabilities, log }: SdkOptions): Promise<SdkServer> {
  const transport = new StdioTransport(lines);
  const handle = serveStdio(() => createServer(capabilities), {
    transport,
    onerror: (error) => {
      log.warn(error.message);
    },
  });
  if (opening) await transport.replay(opening);
  return {
    receive: (value) => {
      transport.receive(value);
    },
    close: () => void handle.close(),
  };
}

/**
 * Creates one protocol server per request, for both eras of the protocol: the one with a handshake, and the one in
 * which every request is self-contained. The server keeps no state in either.
 */
export function createServe(capabilitiesFor: (client: AuthenticatedClient) => Capabilities, log: Log): Serve {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const client = clientOf(authInfo);
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
