import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool as ProtocolTool,
} from '@modelcontextprotocol/server';

/** A tool as the protocol sees it. `call` rejects only for bugs; other errors are an `isError` result. */
export interface ToolCapability {
  readonly listed: ProtocolTool;
  call(args: Readonly<Record<string, unknown>>, context: ServerContext): Promise<CallToolResult>;
}

export interface PromptCapability {
  readonly listed: Prompt;
  get(args: Readonly<Record<string, string>>, context: ServerContext): Promise<GetPromptResult>;
}

/** Fixed resources and resource templates. */
export interface ResourceCapability {
  readonly listed: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** Undefined when this server has no resource at the address. */
  read(uri: string, context: ServerContext): Promise<ReadResourceResult | undefined>;
}

/** Values for an argument of a prompt or a variable of a template. */
export type Complete = (
  argument: { readonly name: string; readonly value: string },
  context: ServerContext,
) => Promise<CompleteResult['completion']>;

/** Everything that one server offers. The transports know nothing else about the product. */
export interface Capabilities {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ToolCapability[];
  readonly prompts: readonly PromptCapability[];
  readonly resources: ResourceCapability;
  readonly complete: Complete;
}
