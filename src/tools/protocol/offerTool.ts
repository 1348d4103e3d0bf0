import type { ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from '../definition/access.ts';
import { annotationsOf, type ListedTool } from '../definition/listing.ts';
import type { CallTool } from '../definition/toolCall.ts';
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
    call: async (args, context) => {
      const progress = new Progress(context);
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

/** Reports progress to a client that asked for it. */
export class Progress {
  readonly #context: ServerContext;
  #sent: Promise<void> = Promise.resolve();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  readonly report = (progress: number, total: number): void => {
    const { mcpReq } = this.#context;
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    const params = { progressToken, progress, total };
    this.#sent = this.#sent
      .then(() => mcpReq.notify({ method: 'notifications/progress', params }))
      // A courtesy: a client that has gone away is noticed by the answer.
      .catch(() => undefined);
  };

  /** Resolves when all of it is on its way: a client forgets the call, and its progress, with the answer. */
  sent(): Promise<void> {
    return this.#sent;
  }
}
