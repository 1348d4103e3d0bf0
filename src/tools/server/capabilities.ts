import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool as ProtocolTool,
} from '@modelcontextprotocol/server';
import type { CallTool, Credentials } from '../definition/access.ts';
import { annotationsOf, type CatalogueTool } from '../catalogue/toolCatalogue.ts';

interface Confirmation {
  readonly question: string;
  /** Returns the token of the client, with which the question is sealed; undefined: a random key of this process. */
  readonly tokenOf: (context: ServerContext) => string | undefined;
}

/** A tool as the protocol sees it. `call` rejects only for bugs; other errors are an `isError` result. */
export interface ToolCapability {
  readonly listed: ProtocolTool;
  readonly confirmation?: Confirmation | undefined;
  /** @param canAsk whether the client can ask its user, so that the result may be a question */
  call(
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
    canAsk: boolean,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export interface PromptCapability {
  readonly listed: Prompt;
  get(
    args: Readonly<Record<string, string>>,
    context: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult>;
}

export interface ResourceCapability {
  readonly listed: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  read(uri: string, context: ServerContext): Promise<ReadResourceResult | undefined>;
}

export type CompleteArgument = (
  argument: { readonly name: string; readonly value: string },
  context: ServerContext,
) => Promise<CompleteResult['completion']>;

/**
 * Everything that one server offers. The transports know nothing else about the product. The lists are answered before
 * the SDK is loaded, so these files import only its types.
 */
export interface Capabilities {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ToolCapability[];
  readonly prompts: readonly PromptCapability[];
  readonly resources: ResourceCapability;
  readonly complete: CompleteArgument;
}

/** The capabilities that every server declares in its answer to the handshake. */
export const declaredCapabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };

export interface ToolHost {
  readonly callTool: CallTool;
  readonly credentialsOf: (context: ServerContext) => Credentials;
}

export function toolCapability(entry: CatalogueTool, { callTool, credentialsOf }: ToolHost): ToolCapability {
  const { name, title, description, confirmation, view, inputSchema, outputSchema } = entry;
  const described = { name, title, description, inputSchema, outputSchema };
  const listed = { ...described, annotations: annotationsOf(entry), ...(view !== undefined && linkTo(view)) };
  const tokenOf = (context: ServerContext): string | undefined => credentialsOf(context).token;
  return {
    // The JSON is generated; the SDK's schema types differ only in being mutable.
    listed: listed as unknown as ToolCapability['listed'],
    confirmation: confirmation === undefined ? undefined : { question: confirmation, tokenOf },
    call: async (args, context) => {
      const progress = progressOf(context);
      const result = await callTool({
        name,
        args,
        credentials: credentialsOf(context),
        signal: context.mcpReq.signal,
        progress: progress.report,
      });
      await progress.sent();
      return result;
    },
  };
}

/** Returns the link to the page of a tool, also under the name that clients before the first stable version look for. */
function linkTo(resourceUri: string): object {
  return { _meta: { ui: { resourceUri }, 'ui/resourceUri': resourceUri } };
}

/** Reports progress to a client that asked for it. Await `sent` before the answer: then the client forgets the call. */
export function progressOf({ mcpReq }: ServerContext): {
  readonly report: (progress: number, total: number) => void;
  readonly sent: () => Promise<void>;
} {
  let sent = Promise.resolve();
  const report = (progress: number, total: number): void => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    const params = { progressToken, progress, total };
    sent = sent
      .then(() => mcpReq.notify({ method: 'notifications/progress', params }))
      // Progress is optional: writing the answer shows whether the client has gone away.
      .catch(() => undefined);
  };
  return { report, sent: () => sent };
}
