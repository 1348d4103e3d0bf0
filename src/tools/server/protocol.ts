// This file is a separate bundle with the SDK, which is loaded when it is needed.
// First, because the SDK creates its schemas when it is loaded.
import './interpretSchemas.ts';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { valueAt } from '../../core/fields.ts';
import type { Log } from '../../core/log.ts';
import { type AuthenticatedClient, clientOf } from '../http/authenticatedClient.ts';
import type { Serve } from '../http/endpoint.ts';
import { type Capabilities, declaredCapabilities, type ToolCapability } from './capabilities.ts';
import type { JsonLines } from './jsonLines.ts';
import { questionOf } from '../definition/confirmation.ts';
import { fixes } from '../definition/fixes.ts';

interface SdkOptions {
  readonly lines: JsonLines;
  /** The request that began the connection, if it was answered already. */
  readonly opening: JSONRPCRequest | undefined;
  readonly capabilities: Capabilities;
  readonly log: Log;
}

/** Serves one client with the SDK, which first processes the request that was answered already. */
export async function serveWithSdk({ lines, opening, capabilities, log }: SdkOptions) {
  const transport = new StdioTransport(lines);
  const handle = serveStdio(() => createServer(capabilities), {
    transport,
    onerror: (error) => log.warn(error.message),
  });
  if (opening) await transport.replay(opening);
  return {
    receive: (value: unknown) => transport.receive(value),
    close: () => void handle.close(),
  };
}

/** Creates one stateless server per request, for both eras of the protocol: with a handshake and without one. */
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
    const { arguments: args = {} } = params;
    const consent = asks ? await consentTo(tool, args, context) : { args };
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

type Arguments = Readonly<Record<string, unknown>>;

/** The key of the question in the request to the client and in its answer. */
const consentKey = 'confirm';

/**
 * Returns the arguments of the call, or the result instead of a call: the question to the user, or the user's refusal.
 * The user's answer replaces the argument `confirm`, which an agent can set without the user. An answer is valid only
 * for the tool and the arguments of its question; for others, the server asks the user again.
 */
async function consentTo(
  { listed, confirmation }: ToolCapability,
  args: Arguments,
  context: ServerContext,
): Promise<{ readonly args: Arguments } | { readonly result: CallToolResult | InputRequiredResult }> {
  if (confirmation === undefined) return { args };
  const { mcpReq } = context;
  const question = questionOf(confirmation.question, args);
  // An argument is missing, so the call fails anyway.
  if (question === undefined) return { args: { ...args, confirm: false } };
  const requestState = await sealOf(listed.name, args, confirmation.tokenOf(context));
  const response = inputResponse(mcpReq.inputResponses, consentKey);
  if (response.kind !== 'elicit' || mcpReq.requestState() !== requestState) {
    // An empty form: the buttons of the client are the answer.
    const requestedSchema = { type: 'object' as const, properties: {} };
    const ask = inputRequired.elicit({ mode: 'form', message: question, requestedSchema });
    return { result: inputRequired({ inputRequests: { [consentKey]: ask }, requestState }) };
  }
  if (response.action === 'accept') return { args: { ...args, confirm: true } };
  return { result: { content: [{ type: 'text', text: fixes.declined }], isError: true } };
}

let ownKey: string | undefined;

/**
 * Returns the state that comes back with the answer: a keyed digest of the call. The key is the client's token, which all
 * servers behind one address see, or else random. Starts do not load the module, because few calls ask.
 */
async function sealOf(tool: string, args: Arguments, token: string | undefined): Promise<string> {
  const { createHmac, randomUUID } = await import('node:crypto');
  const key = token ?? (ownKey ??= randomUUID());
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify([tool, sorted]))
    .digest('base64url');
}

/** The lines as the SDK's transport. The reader of the lines hands over each value with `receive`. */
class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #lines: JsonLines;
  /** The request that the client already has the answer of, until the SDK has answered it. */
  #replayed: { readonly id: string | number; readonly done: () => void } | undefined;

  constructor(lines: JsonLines) {
    this.#lines = lines;
  }

  start(): Promise<void> {
    void this.#lines.ended.then(() => this.onclose?.());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const replayed = this.#replayed;
    if (!replayed || 'method' in message || message.id !== replayed.id) return this.#lines.send(message);
    this.#replayed = undefined;
    replayed.done();
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#lines.close();
    return Promise.resolve();
  }

  /** Takes the JSON value of one line; refuses one that is not a message. */
  receive(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      // The message of the schema is left out: it would quote the line.
      this.#lines.refuse(value);
      return;
    }
    this.onmessage?.(message);
  }

  /** Gives the SDK a request that is already answered. Resolves when the SDK has answered it; its answer is dropped. */
  replay(request: JSONRPCRequest): Promise<void> {
    return new Promise((done) => {
      this.#replayed = { id: request.id, done };
      this.onmessage?.(request);
    });
  }
}
