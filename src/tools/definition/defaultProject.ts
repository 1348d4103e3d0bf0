import type { CatalogueTool } from '../catalogue/toolCatalogue.ts';

/**
 * Returns the tool without the parameter `projectKey`, for a server with a default project: the agent has no key to
 * look up or to get wrong, and the schema is shorter.
 */
export function withoutProject(tool: CatalogueTool): CatalogueTool {
  const { projectKey, ...properties } = tool.inputSchema.properties;
  if (projectKey === undefined) return tool;
  const { required: mandatory = [], ...rest } = tool.inputSchema;
  const required = mandatory.filter((name) => name !== 'projectKey');
  return { ...tool, inputSchema: { ...rest, properties, ...(required.length > 0 && { required }) } };
}
