import { withoutProject } from '../definition/defaultProject.ts';
import { completeProject } from './completeProject.ts';
import { projectSummary } from './projectResource.ts';
import { promptsFor } from './prompts.ts';
import { instructionsFor } from './instructions.ts';
import type { Configuration } from '../definition/configuration.ts';
import { toolCatalogue } from '../catalogue/toolCatalogue.ts';
import type { Capabilities } from './capabilities.ts';
import { toolCapability, type ToolHost } from './toolCapability.ts';
import { type ToolFilter, select } from '../definition/toolFilter.ts';

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
