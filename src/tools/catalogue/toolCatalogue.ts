import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Effect, ToolDescription, ToolName } from '../definition/tool.ts';
import type { ToolFilter } from '../definition/toolsets.ts';
import data from './toolCatalogue.data.json' with { type: 'json' };

type ObjectSchema = Readonly<Record<string, unknown>> & {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
};

export interface CatalogueTool extends ToolName, ToolDescription {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * All tools as `npm run generate:tools` generated them from their zod schemas; a test compares the two. A start needs
 * only this catalogue. The first call loads the tools themselves, which halves the time to `tools/list`.
 */
export const toolCatalogue = data as readonly CatalogueTool[];

const annotations: Readonly<Record<Effect, ToolAnnotations>> = {
  // Lists only differences from the protocol's defaults, which are the cautious values. Every tool reaches the outside
  // world.
  read: { readOnlyHint: true },
  set: { destructiveHint: false, idempotentHint: true },
  add: { destructiveHint: false },
  remove: { destructiveHint: true, idempotentHint: true },
};

/** Returns the hints by which clients decide whether to ask the user before a call. */
export function annotationsOf({ effect }: Pick<CatalogueTool, 'effect'>): ToolAnnotations {
  return annotations[effect];
}

interface Selection extends ToolFilter {
  /** Undefined while no platform is configured; the tools of both kinds are offered then. */
  readonly kind: 'server' | 'cloud' | undefined;
}

export function select(
  tools: readonly CatalogueTool[],
  { toolsets, readOnly, kind }: Selection,
): readonly CatalogueTool[] {
  return tools
    .filter(({ toolset }) => toolsets.has(toolset))
    .filter(({ effect }) => !readOnly || effect === 'read')
    .filter(({ only }) => only === undefined || kind === undefined || only === kind);
}
