import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Target } from '../../core/connections/connection.ts';
import type { Effect } from './tool.ts';
import type { Toolset } from './toolsets.ts';
import data from '../listing.data.json' with { type: 'json' };

type ObjectSchema = Readonly<Record<string, unknown>> & {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
};

/** What is said of a tool before it is called. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  readonly effect: Effect;
  readonly only?: Target['kind'];
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * All tools as `npm run generate:tools` wrote them down from their zod schemas; a test compares the two. A start needs
 * no more than this: the tools themselves are loaded by the first call, which halves the time to `tools/list`.
 */
export const listing = data as readonly ListedTool[];

const annotations: Readonly<Record<Effect, ToolAnnotations>> = {
  // Only what differs from the protocol's defaults, which are the careful ones; every tool reaches the outside world.
  read: { readOnlyHint: true },
  set: { destructiveHint: false, idempotentHint: true },
  add: { destructiveHint: false },
  remove: { destructiveHint: true, idempotentHint: true },
};

export function annotationsOf({ effect }: Pick<ListedTool, 'effect'>): ToolAnnotations {
  return annotations[effect];
}
