import type { ListedTool } from './listing.ts';

/** With a default project the parameter disappears: nothing to look up, nothing to get wrong, fewer words. */
export function listedWithoutProject(tool: ListedTool): ListedTool {
  const { projectKey, ...properties } = tool.inputSchema.properties;
  if (projectKey === undefined) return tool;
  const { required: mandatory = [], ...rest } = tool.inputSchema;
  const required = mandatory.filter((name) => name !== 'projectKey');
  return { ...tool, inputSchema: { ...rest, properties, ...(required.length > 0 && { required }) } };
}
