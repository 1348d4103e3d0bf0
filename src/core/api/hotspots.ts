import * as z from 'zod/mini';
import { commas, type Api, type BranchOrPullRequest, type Page, type PageQuery } from './client.ts';
import { flows, textRange } from './issues.ts';
import { displayName } from './texts.ts';

const state = {
  key: z.string(),
  status: z.string(),
  resolution: z.optional(z.string()),
  line: z.optional(z.number()),
  textRange,
  flows,
  message: z.optional(z.string()),
  assignee: z.optional(z.string()),
  author: z.optional(z.string()),
  creationDate: z.optional(z.string()),
  updateDate: z.optional(z.string()),
};

const hotspot = z.object({
  ...state,
  component: z.string(),
  project: z.string(),
  securityCategory: z.optional(z.string()),
  vulnerabilityProbability: z.optional(z.string()),
  ruleKey: z.optional(z.string()),
});
export type Hotspot = z.output<typeof hotspot>;

interface HotspotQuery extends BranchOrPullRequest, PageQuery {
  /** Give either a project or `keys`. */
  readonly project?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly status?: 'TO_REVIEW' | 'REVIEWED' | undefined;
  readonly resolution?: 'FIXED' | 'SAFE' | 'ACKNOWLEDGED' | undefined;
  /** Restricts the search to the new-code period. */
  readonly newCode?: boolean | undefined;
  readonly onlyMine?: boolean | undefined;
  /** True for the cloud, which kept the older name of the new-code filter. */
  readonly cloud?: boolean;
}

/** Returns one page of the hotspots of a project, or those with the given keys. */
export function searchHotspots(api: Api, query: HotspotQuery): Promise<Page<Hotspot>> {
  const { project, keys, branch, pullRequest, files, status, resolution, newCode, onlyMine } = query;
  return api.list(
    'api/hotspots/search',
    {
      // Each version requires one of the two names and ignores the other.
      project,
      projectKey: project,
      hotspots: commas(keys),
      branch,
      pullRequest,
      files: commas(files),
      status,
      resolution,
      [query.cloud === true ? 'sinceLeakPeriod' : 'inNewCodePeriod']: newCode === true || undefined,
      onlyMine: onlyMine === true || undefined,
      p: query.page ?? 1,
      ps: query.pageSize ?? 100,
    },
    { key: 'hotspots', item: hotspot },
  );
}

const component = z.object({ key: z.string() });
const shownHotspot = z.object({
  ...state,
  component,
  project: component,
  rule: z.object({
    key: z.string(),
    name: z.optional(displayName),
    securityCategory: z.optional(z.string()),
    vulnerabilityProbability: z.optional(z.string()),
    riskDescription: z.optional(z.string()),
    vulnerabilityDescription: z.optional(z.string()),
    fixRecommendations: z.optional(z.string()),
  }),
  comment: z._default(
    z.array(z.object({ login: z.optional(z.string()), markdown: z.optional(z.string()) })),
    [],
  ),
  canChangeStatus: z.optional(z.boolean()),
});
type HotspotDetails = z.output<typeof shownHotspot>;

/** Returns a hotspot with what its list does not have. Rejects with `notFound` for an unknown key. */
export function showHotspot(api: Api, key: string): Promise<HotspotDetails> {
  return api.get('api/hotspots/show', { hotspot: key }, shownHotspot);
}

interface HotspotChange {
  readonly key: string;
  readonly status: 'TO_REVIEW' | 'REVIEWED';
  /** Required with `REVIEWED`, and not allowed with `TO_REVIEW`. */
  readonly resolution?: 'FIXED' | 'SAFE' | 'ACKNOWLEDGED' | undefined;
  readonly comment?: string | undefined;
}

export async function changeHotspotStatus(
  api: Api,
  { key, status, resolution, comment }: HotspotChange,
): Promise<void> {
  const change = { hotspot: key, status, resolution, comment };
  await api.post('api/hotspots/change_status', change, z.unknown());
}
