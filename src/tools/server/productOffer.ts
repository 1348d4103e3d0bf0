import { listedWithoutProject } from '../definition/defaultProject.ts';
import { completeProject } from '../guides/completeProject.ts';
import { projectSummary } from '../guides/projectSummary.ts';
import { promptsFor } from '../guides/prompts.ts';
import { instructionsFor } from './instructions.ts';
import type { Configuration } from '../launch/configuration.ts';
import { listing } from '../definition/listing.ts';
import type { Offer } from '../protocol/offer.ts';
import { offerTool, type ToolHost } from '../protocol/offerTool.ts';
import { type Narrowing, select } from '../definition/selection.ts';

/**
 * Creates the product's offer for a configuration. It is computed once; the returned function gives each request the
 * part that it may see.
 */
export function createProductOffer(
  { projectKey, platform }: Configuration,
  host: ToolHost,
  version: string,
): (narrowing: Narrowing) => Offer {
  const offered = new Map(
    listing
      .map((tool) => (projectKey === undefined ? tool : listedWithoutProject(tool)))
      .map((tool) => [tool.name, offerTool(tool, host)]),
  );
  const offer = {
    name: 'service',
    title: 'Service code quality',
    version,
    instructions: instructionsFor(projectKey),
    prompts: promptsFor(projectKey),
    resources: projectSummary(host, projectKey),
    complete: completeProject(host),
  };
  return (narrowing) => ({
    ...offer,
    tools: select(listing, { ...narrowing, kind: platform?.kind }).flatMap(
      ({ name }) => offered.get(name) ?? [],
    ),
  });
}
