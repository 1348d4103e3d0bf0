import type { ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from '../access.ts';
import { annotationsOf, type ListedTool } from '../listing.ts';
import type { CallTool } from '../toolCall.ts';
import type { OfferedTool } from './offer.ts';

export interface ToolHost {
  readonly callTool: CallTool;
  /** Of the caller behind a request. */
  readonly credentialsOf: (context: ServerContext) => Credentials;
}

/** A tool as the protocol offers it. */
export function offerTool(entry: ListedTool, { callTool, credentialsOf }: ToolHost): OfferedTool {
  const { name, title, description, inputSchema, outputSchema } = entry;
  const listed = { name, title, description, inputSchema, outputSchema, annotations: annotationsOf(entry) };
  return {
    // Generated JSON; the SDK's types of schemas are narrower only in being mutable.
    listed: listed as unknown as OfferedTool['listed'],
    call: (args, context) =>
      callTool({
        name,
        args,
        credentials: credentialsOf(context),
        signal: context.mcpReq.signal,
        progress: progressOf(context),
      }),
  };
}

/** Reports progress to a client that asked for it. */
export function progressOf({ mcpReq }: ServerContext): (done: number, total: number) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (progress, total) => {
    // Progress is a courtesy: a client that has gone away is noticed by the answer.
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, total } })
      .catch(() => undefined);
  };
}
