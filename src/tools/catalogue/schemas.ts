import * as z from 'zod';
import type { CatalogueTool } from './toolCatalogue.ts';
import type { Tool } from '../definition/tool.ts';

export function catalogueEntry(tool: Tool): CatalogueTool {
  const { name, title, description, toolset, effect, only, confirmation, view, input, output } = tool;
  return {
    name,
    title,
    description,
    toolset,
    effect,
    ...(only && { only }),
    ...(confirmation !== undefined && { confirmation }),
    ...(view !== undefined && { view }),
    // As `tools/list` shows it. Unknown arguments are refused.
    inputSchema: published(z.toJSONSchema(input, { io: 'input' })),
    outputSchema: outputSchemaOf(output),
  };
}

/**
 * JSON Schema of a tool's answer. Objects in rows stay open and have no `required` lists: an agent needs to know which
 * fields exist, and each conversation pays for the size of `tools/list`. The zod schema itself stays strict.
 */
function outputSchemaOf(schema: z.ZodObject): CatalogueTool['outputSchema'] {
  const { properties, ...rest } = published(z.toJSONSchema(schema, { io: 'input' }));
  return { ...rest, properties: slim(properties) as typeof properties };
}

function published({ $schema, ...schema }: object & { $schema?: unknown }): CatalogueTool['inputSchema'] {
  // The JSON Schema of a zod object is always an object with properties.
  return schema as CatalogueTool['inputSchema'];
}

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'additionalProperties');
  const inner = entries.filter(([key]) => key !== 'required' || !('properties' in value));
  return Object.fromEntries(inner.map(([key, part]) => [key, slim(part)]));
}
