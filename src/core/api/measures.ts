import * as z from 'zod/mini';
import type { Api, BranchOrPullRequest, Page, PageQuery } from './client.ts';
import type { GateStatus } from './qualityGates.ts';
import { displayName } from './texts.ts';

/** The largest number of projects in one `measures/search` request. */
export const projectsPerRequest = 100;

const projectMeasure = z.object({
  metric: z.string(),
  component: z.string(),
  value: z.optional(z.string()),
});

/**
 * Returns the live gate status of the main branches of up to 100 projects, by project key. Projects that are unknown,
 * forbidden or never analyzed are absent, because the platform leaves them out without an error.
 */
export async function searchGateStatuses(
  api: Api,
  projects: readonly string[],
): Promise<ReadonlyMap<string, GateStatus>> {
  const { items } = await api.list(
    'api/measures/search',
    { projectKeys: projects.join(','), metricKeys: 'alert_status' },
    { key: 'measures', item: projectMeasure },
  );
  return new Map(items.flatMap(({ component, value }) => (value === undefined ? [] : [[component, value]])));
}

/** A file, directory or project at one branch or pull request. */
export interface ComponentScope extends BranchOrPullRequest {
  readonly component: string;
}

const period = z.object({ value: z.optional(z.string()) });
/** Metrics of new code have their value under `period`, or under `periods` on older platforms and the cloud. */
const measure = z.object({
  metric: z.string(),
  value: z.optional(z.string()),
  period: z.optional(period),
  periods: z.optional(z.array(period)),
});

const measuredComponent = z.object({
  key: z.string(),
  name: z.optional(displayName),
  path: z.optional(z.string()),
  measures: z._default(z.array(measure), []),
});

export interface MeasuredComponent {
  readonly key: string;
  readonly name: string | undefined;
  /** The path below the project; undefined for the project's own measures. */
  readonly path: string | undefined;
  /** Maps a metric to its value as text. Metrics without a value are absent. */
  readonly measures: Readonly<Record<string, string>>;
}

function componentOf({ key, name, path, measures }: z.output<typeof measuredComponent>): MeasuredComponent {
  const values = measures.flatMap(({ metric, value, period: current, periods }) => {
    const text = value ?? current?.value ?? periods?.[0]?.value;
    return text === undefined ? [] : [[metric, text] as const];
  });
  return { key, name, path, measures: Object.fromEntries(values) };
}

/** Returns a component's live measures. Rejects with `notFound` for an unknown component or metric. */
export async function getComponentMeasures(
  api: Api,
  { metrics, ...scope }: ComponentScope & { readonly metrics: readonly string[] },
): Promise<MeasuredComponent> {
  const parameters = { ...scope, metricKeys: metrics.join(',') };
  const schema = z.object({ component: measuredComponent });
  return componentOf((await api.get('api/measures/component', parameters, schema)).component);
}

const tree = z.object({
  paging: z.object({ total: z.number() }),
  components: z.array(measuredComponent),
});

interface FileMeasuresQuery extends ComponentScope, PageQuery {
  /** At most 15, the limit of the strictest version. */
  readonly metrics: readonly string[];
  /** One of `metrics`; files without it are left out. */
  readonly sort: string;
  readonly ascending: boolean;
}

/** Returns a page of files below a component. Real servers omit the component: `getComponentMeasures` reads it. */
export async function searchFileMeasures(
  api: Api,
  { metrics, sort, ascending, page = 1, pageSize = 100, ...scope }: FileMeasuresQuery,
): Promise<Page<MeasuredComponent>> {
  const { paging, components } = await api.get(
    'api/measures/component_tree',
    {
      ...scope,
      metricKeys: metrics.join(','),
      strategy: 'leaves',
      qualifiers: 'FIL,UTS',
      s: 'metric',
      metricSort: sort,
      metricSortFilter: 'withMeasuresOnly',
      asc: ascending,
      p: page,
      ps: pageSize,
    },
    tree,
  );
  return { items: components.map(componentOf), total: paging.total };
}

const history = z.object({
  metric: z.string(),
  history: z.array(z.object({ date: z.string(), value: z.optional(z.string()) })),
});
export type MeasureHistory = z.output<typeof history>;

interface MeasureHistoryQuery extends ComponentScope, PageQuery {
  readonly metrics: readonly string[];
  /** A date, or a date with time, in the format of the platform. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How often the pages are read if the number of analyses changes each time. */
const attempts = 3;

/**
 * Returns the points of the newest `count` analyses, oldest first; fewer if the project has fewer. The platform's pages
 * begin with the oldest analysis, so this function reads the last page, and the page before an incomplete last page. If
 * the number of analyses changes between the requests, it reads the pages again.
 */
export async function newestMeasureHistory(
  api: Api,
  { count, ...query }: Omit<MeasureHistoryQuery, keyof PageQuery> & { readonly count: number },
): Promise<readonly MeasureHistory[]> {
  const read = (page: number) => searchMeasureHistory(api, { ...query, page, pageSize: count });
  let first: Page<MeasureHistory> | undefined = await read(1);
  let { total } = first;
  for (let attempt = 1; ; attempt++) {
    const last = Math.max(1, Math.ceil(total / count));
    const pageOf = async (page: number) => (page === 1 && first ? first : read(page));
    const before = last === 1 || total % count === 0 ? undefined : await pageOf(last - 1);
    const newest = await pageOf(last);
    const hasChanged = newest.total !== total || (before && before.total !== total);
    if (!hasChanged || attempt === attempts) return newestOf(before?.items ?? [], newest.items, count);
    ({ total } = newest);
    first = undefined;
  }
}

function newestOf(
  before: readonly MeasureHistory[],
  last: readonly MeasureHistory[],
  count: number,
): readonly MeasureHistory[] {
  return last.map(({ metric, history }) => {
    const earlier = before.find((other) => other.metric === metric)?.history ?? [];
    return { metric, history: [...earlier, ...history].slice(-count) };
  });
}

/** Returns one point per analysis, oldest first. `total` counts analyses. A change of an issue does not add a point. */
export function searchMeasureHistory(
  api: Api,
  { metrics, from, to, page = 1, pageSize = 100, ...scope }: MeasureHistoryQuery,
): Promise<Page<MeasureHistory>> {
  return api.list(
    'api/measures/search_history',
    { ...scope, metrics: metrics.join(','), from, to, p: page, ps: pageSize },
    { key: 'measures', item: history },
  );
}
