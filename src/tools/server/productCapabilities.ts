import { projectSummary, completeProject } from './projectResource.ts';
import { promptsFor } from './prompts.ts';
import type { Configuration } from '../definition/configuration.ts';
import { select, toolCatalogue, type CatalogueTool } from '../catalogue/toolCatalogue.ts';
import { type Capabilities, toolCapability, type ToolHost } from './capabilities.ts';
import { type ToolFilter } from '../definition/toolsets.ts';
import type { Log } from '../../core/log.ts';
import type { CallTool } from '../definition/access.ts';

/**
 * Creates the product's capabilities for a configuration. They are computed once; the returned function gives each request the
 * part that it may see.
 */
export function createProductCapabilities(
  { projectKey, platform }: Configuration,
  host: ToolHost,
  version: string,
): (filter: ToolFilter) => Capabilities {
  const offered = new Map(
    toolCatalogue
      .map((tool) => (projectKey === undefined ? tool : withoutProject(tool)))
      .map((tool) => [tool.name, toolCapability(tool, host)]),
  );
  const capabilities = {
    name: 'service',
    title: 'Service code quality',
    version,
    instructions: instructionsFor(projectKey),
    prompts: promptsFor(projectKey),
    resources: projectSummary(host, projectKey),
    complete: completeProject(host),
  };
  return (filter) => ({
    ...capabilities,
    tools: select(toolCatalogue, { ...filter, kind: platform?.kind }).flatMap(
      ({ name }) => offered.get(name) ?? [],
    ),
  });
}

/**
 * Returns the tool without the parameter `projectKey`, for a server with a default project: the agent has no key to
 * look up or to get wrong, and the schema is shorter.
 */
function withoutProject(tool: CatalogueTool): CatalogueTool {
  const { projectKey, ...properties } = tool.inputSchema.properties;
  if (projectKey === undefined) return tool;
  const { required: mandatory = [], ...rest } = tool.inputSchema;
  const required = mandatory.filter((name) => name !== 'projectKey');
  return { ...tool, inputSchema: { ...rest, properties, ...(required.length > 0 && { required }) } };
}

/**
 * Returns the instructions that an agent gets once for all tools. Each conversation pays for them, as for every
 * schema.
 */
function instructionsFor(projectKey: string | undefined): string {
  const project =
    projectKey === undefined
      ? 'Find project keys with search_my_service_projects, or read them in a configuration file of the workspace.'
      : `All tools work on the project ${projectKey}.`;
  return [
    'Tools of a code-quality platform.',
    project,
    'Without branch and pullRequest, the main branch is used.',
    'For a failing quality gate, start with explain_quality_gate.',
    'Errors explain what to do. Tell the user if only the user can do it.',
  ].join(' ');
}

/** Returns the function that makes the tool calls. The first call loads its code. */
export function lazyToolCalls(
  configuration: Configuration,
  log: Log,
  version: string,
  loginOf?: NodeJS.ProcessEnv,
): CallTool {
  let client: Promise<CallTool> | undefined;
  return async (call) => {
    client ??= import('../catalogue/toolCalls.ts').then(({ createToolCaller }) =>
      createToolCaller(configuration, log, version, loginOf),
    );
    return (await client)(call);
  };
}
