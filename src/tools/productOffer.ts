import { listedWithoutProject } from './defaultProject.ts';
import { instructionsFor } from './instructions.ts';
import type { Configuration } from './launch/configuration.ts';
import { listing } from './listing.ts';
import type { Offer } from './protocol/offer.ts';
import { offerTool, type ToolHost } from './protocol/offerTool.ts';
import { type Narrowing, select } from './selection.ts';

/** What the product offers under a configuration. */
export function createProductOffer(
  { projectKey, platform }: Configuration,
  narrowing: Narrowing,
  host: ToolHost,
  version: string,
): Offer {
  const tools = select(listing, { ...narrowing, kind: platform?.kind });
  return {
    name: 'service',
    title: 'Service code quality',
    version,
    instructions: instructionsFor(projectKey),
    tools: tools
      .map((tool) => (projectKey === undefined ? tool : listedWithoutProject(tool)))
      .map((tool) => offerTool(tool, host)),
    prompts: [],
    resources: { listed: [], templates: [], read: () => Promise.resolve(undefined) },
    complete: () => Promise.resolve({ values: [] }),
  };
}
