import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Capabilities, declaredCapabilities } from './capabilities.ts';
import { consentTo } from './consent.ts';

/**
 * Creates one protocol server with these capabilities. Over HTTP there is one per request, so everything that costs time
 * (schemas, lists) is computed once with the capabilities and only handed out here. The SDK's low-level server is used for
 * the same reason.
 */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor `McpServer` creates every schema again for each instance
export function createServer(capabilities: Capabilities): Server {
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
  const elicitation = fieldOf(envelope[CLIENT_CAPABILITIES_META_KEY] ?? ofConnection, 'elicitation');
  if (elicitation === undefined) return false;
  // Without a mode the client means forms: the other mode came later.
  return fieldOf(elicitation, 'form') !== undefined || fieldOf(elicitation, 'url') === undefined;
}

/**
 * Returns a field of an object; undefined for another value. The SDK has checked the capabilities against their schema,
 * but leaves their type open.
 */
function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
