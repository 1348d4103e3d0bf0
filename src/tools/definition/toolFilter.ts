import type { CatalogueTool } from '../catalogue/toolCatalogue.ts';
import type { Toolset } from './toolsets.ts';

/** The restriction that a configuration, an option or a header puts on the offered tools. */
export interface ToolFilter {
  readonly toolsets: ReadonlySet<Toolset>;
  readonly readOnly: boolean;
}

interface Selection extends ToolFilter {
  /** Undefined while no platform is configured; the tools of both kinds are offered then. */
  readonly kind: 'server' | 'cloud' | undefined;
}

/** Returns the tools that are offered. */
export function select(
  tools: readonly CatalogueTool[],
  { toolsets, readOnly, kind }: Selection,
): readonly CatalogueTool[] {
  return tools
    .filter(({ toolset }) => toolsets.has(toolset))
    .filter(({ effect }) => !readOnly || effect === 'read')
    .filter(({ only }) => only === undefined || kind === undefined || only === kind);
}

/** Returns the restriction that results from both. */
export function combineFilters(
  { toolsets, readOnly }: ToolFilter,
  { toolsets: wanted, readOnly: careful }: Partial<ToolFilter>,
): ToolFilter {
  return {
    toolsets: wanted ? new Set([...toolsets].filter((toolset) => wanted.has(toolset))) : toolsets,
    readOnly: readOnly || careful === true,
  };
}
