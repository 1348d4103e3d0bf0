// This file is a separate bundle with the SDK, which is loaded when it is needed.
// First, because the SDK creates its schemas when it is loaded.
import './interpretSchemas.ts';
import {
  createMcpHandler,
  type JSONRPCRequest,
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { valueAt } from '../../core/fields.ts';
import type { Log } from '../../core/log.ts';
import { type AuthenticatedClient, clientOf } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import { type Capabilities, declaredCapabilities } from './capabilities.ts';
import type { JsonLines } from './jsonLines.ts';
import { StdioTransport } from './stdioTransport.ts';
import { consentTo } from './consent.ts';

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
    onerror: (error) => log.warn(error.message),
  });
  if (opening) await transport.replay(opening);
  return {
    receive: (value) => transport.receive(value),
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
      onerror: (error) => log.warn(error.message),
    },
  );
  return (request, parsedBody, client, onAccepted) =>
    handler.fetch(request, {
      parsedBody,
      authInfo: {
        token: client.token,
        clientId: client.digest,
        scopes: [],
        extra: { client: { ...client, onAccepted } },
      },
    });
}

/**
 * Creates one protocol server with these capabilities. Over HTTP there is one per request, so everything that costs time
 * (schemas, lists) is computed once with the capabilities and only handed out here. The SDK's low-level server is used for
 * the same reason.
 */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor `McpServer` creates every schema again for each instance
function createServer(capabilities: Capabilities): Server {
  const { name, title, version, instructions, tools, prompts, resources, complete } = capabilities;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor `McpServer` creates every schema again for each instance
  const server = new Server({ name, title, version }, { instructions, capabilities: declaredCapabilities });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ listed }) => listed.name === params.name);
    if (!tool) throw invalid(`Unknown tool: ${params.name}`);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- connections before 2026-07-28 declare them nowhere else
    const ofConnection = server.getClientCapabilities();
    const asks = canAsk(ofConnection, context);
    const consent = await consentTo({ tool, args: params.arguments ?? {}, context, canAsk: asks });
    return 'result' in consent ? consent.result : tool.call(consent.args, context, asks);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ listed }) => listed) }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts.find(({ listed }) => listed.name === params.name);
    if (!prompt) throw invalid(`Unknown prompt: ${params.name}`);
    const given = params.arguments ?? {};
    const missing = prompt.listed.arguments?.find(({ name, required }) => required && !given[name]);
    if (missing) throw invalid(`The prompt ${params.name} requires the argument ${missing.name}`);
    return prompt.get(given, context);
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...resources.listed] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const content = await resources.read(params.uri, context);
    if (content) return content;
    throw new ProtocolError(ProtocolErrorCode.ResourceNotFound, `Unknown resource: ${params.uri}`);
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => ({
    completion: await complete(params.argument, context),
  }));
  return server;
}

/**
 * Returns whether the client shows forms to its user. From 2026-07-28 on each request declares it, before that the
 * handshake did, which stateless HTTP does not keep.
 */
function canAsk(ofConnection: ClientCapabilities | undefined, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const elicitation = valueAt(envelope[CLIENT_CAPABILITIES_META_KEY] ?? ofConnection, ['elicitation']);
  if (elicitation === undefined) return false;
  // Without a mode the client means forms: the other mode came later.
  return valueAt(elicitation, ['form']) !== undefined || valueAt(elicitation, ['url']) === undefined;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
