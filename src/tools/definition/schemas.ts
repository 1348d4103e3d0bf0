import * as z from 'zod';
import type { ListedTool } from './listing.ts';
import type { Tool } from './tool.ts';

/** What `listing.data.json` holds of a tool. */
export function listed(tool: Tool): ListedTool {
  const { name, title, description, toolset, effect, only, input, output } = tool;
  return {
    name,
    title,
    description,
    toolset,
    effect,
    ...(only && { only }),
    inputSchema: inputSchemaOf(input),
    outputSchema: outputSchemaOf(output),
  };
}

/** JSON Schema of a tool's input as `tools/list` shows it. Unknown arguments are refused. */
function inputSchemaOf(schema: z.ZodObject): ListedTool['inputSchema'] {
  return published(z.toJSONSchema(schema, { io: 'input' }));
}

/**
 * JSON Schema of a tool's answer. Rows inside are left open and without their required lists: what agents need is
 * which fields there are, and tools/list is paid for in every conversation. The zod schema itself stays strict.
 */
function outputSchemaOf(schema: z.ZodObject): ListedTool['outputSchema'] {
  const { properties, ...rest } = published(z.toJSONSchema(schema, { io: 'input' }));
  return { ...rest, properties: slim(properties) as typeof properties };
}

function published({ $schema, ...schema }: object & { $schema?: unknown }): ListedTool['inputSchema'] {
  // Of an object schema it is always an object with properties.
  return schema as ListedTool['inputSchema'];
}

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'additionalProperties');
  const inner = entries.filter(([key]) => key !== 'required' || !('properties' in value));
  return Object.fromEntries(inner.map(([key, part]) => [key, slim(part)]));
}
