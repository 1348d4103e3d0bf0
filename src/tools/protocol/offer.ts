import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool as ListedTool,
} from '@modelcontextprotocol/server';

/** A tool as the protocol sees it. `call` rejects only for bugs: what goes wrong is an `isError` result. */
export interface OfferedTool {
  readonly listed: ListedTool;
  call(args: Readonly<Record<string, unknown>>, context: ServerContext): Promise<CallToolResult>;
}

export interface OfferedPrompt {
  readonly listed: Prompt;
  get(args: Readonly<Record<string, string>>, context: ServerContext): Promise<GetPromptResult>;
}

/** Resources, fixed and by template. */
export interface OfferedResources {
  readonly listed: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** Undefined for an address that is none of ours. */
  read(uri: string, context: ServerContext): Promise<ReadResourceResult | undefined>;
}

/** Values for an argument of a prompt or a variable of a template. */
export type Complete = (
  argument: { readonly name: string; readonly value: string },
  context: ServerContext,
) => Promise<CompleteResult['completion']>;

/** Everything one server offers. The transports know no more of the product than this. */
export interface Offer {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: OfferedResources;
  readonly complete: Complete;
}
