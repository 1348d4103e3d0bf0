/** The groups in which tools are switched on, each with its text for the documentation. */
export const toolsets = {
  projects: 'Projects, branches, pull requests, changes, and the connection check. Always on.',
  issues: 'Search issues and change their status.',
  'issue-changes': 'Assign issues, and change many at once.',
  'security-hotspots': 'Search, read and review security hotspots.',
  'quality-gates': 'Gate statuses, the causes of a failing gate, and the gates themselves.',
  rules: 'What a rule requires and why.',
  measures: 'Measures now and over time, and all metrics.',
  coverage: 'Files and lines without test coverage.',
  duplications: 'Duplicated files and blocks.',
  'dependency-risks': 'Known vulnerabilities in dependencies (editions with that feature).',
  analysis: 'Analysis of one file in the cloud; nothing is stored.',
  sources: 'Source text and blame from the platform.',
  languages: 'Languages that the platform analyzes.',
  portfolios: 'Portfolios and enterprises (editions that have them).',
  system: 'Status, health, information and logs of a server, mostly for administrators.',
  webhooks: 'Webhooks and their deliveries, for administrators.',
} as const;

export type Toolset = keyof typeof toolsets;

export const mandatoryToolset: Toolset = 'projects';

/** At most twenty tools: more choices make an agent choose worse. */
export const defaultToolsets: readonly Toolset[] = [
  'projects',
  'issues',
  'security-hotspots',
  'quality-gates',
  'rules',
  'measures',
  'coverage',
];

function isToolset(name: string): name is Toolset {
  return Object.hasOwn(toolsets, name);
}

type ToolsetList =
  | { readonly known: true; readonly toolsets: ReadonlySet<Toolset> }
  | { readonly known: false; readonly unknown: readonly string[] };

/** Parses `issues, rules` or `all`. Returns unknown names, so that a typing error does not silently remove tools. */
export function parseToolsets(text: string): ToolsetList {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => name !== 'all' && !isToolset(name));
  if (unknown.length > 0) return { known: false, unknown };
  const chosen = names.includes('all') ? Object.keys(toolsets) : names;
  return { known: true, toolsets: new Set([mandatoryToolset, ...chosen.filter(isToolset)]) };
}

export interface ToolFilter {
  readonly toolsets: ReadonlySet<Toolset>;
  readonly readOnly: boolean;
}

export function combineFilters(
  { toolsets, readOnly }: ToolFilter,
  { toolsets: wanted, readOnly: careful }: Partial<ToolFilter>,
): ToolFilter {
  return {
    toolsets: wanted ? new Set([...toolsets].filter((toolset) => wanted.has(toolset))) : toolsets,
    readOnly: readOnly || careful === true,
  };
}
