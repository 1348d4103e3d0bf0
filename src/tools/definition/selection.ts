import type { ListedTool } from './listing.ts';
import type { Toolset } from './toolsets.ts';

/** What a configuration, an option or a header leaves of the tools. */
export interface Narrowing {
  readonly toolsets: ReadonlySet<Toolset>;
  readonly readOnly: boolean;
}

interface Selection extends Narrowing {
  /** Undefined while nothing is configured: then the tools of both are offered. */
  readonly kind: 'server' | 'cloud' | undefined;
}

/** The tools that are offered. */
export function select(
  tools: readonly ListedTool[],
  { toolsets, readOnly, kind }: Selection,
): readonly ListedTool[] {
  return tools
    .filter(({ toolset }) => toolsets.has(toolset))
    .filter(({ effect }) => !readOnly || effect === 'read')
    .filter(({ only }) => only === undefined || kind === undefined || only === kind);
}

/** What two of them leave together. */
export function narrowed(
  { toolsets, readOnly }: Narrowing,
  { toolsets: wanted, readOnly: careful }: Partial<Narrowing>,
): Narrowing {
  return {
    toolsets: wanted ? new Set([...toolsets].filter((toolset) => wanted.has(toolset))) : toolsets,
    readOnly: readOnly || careful === true,
  };
}
