import * as z from 'zod/mini';
import { type Api, type CallOptions, type Page } from './client.ts';
import { displayName } from './texts.ts';

/** A file, directory or project at one branch or pull request. */
export interface ComponentScope {
  readonly component: string;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
}

const period = z.object({ value: z.optional(z.string()) });
/** Metrics of new code have their value under `period`, or under `periods` on older platforms and the cloud. */
const measure = z.object({
  metric: z.string(),
  value: z.optional(z.string()),
  period: z.optional(period),
  periods: z.optional(z.array(period)),
});

/** Maps a metric to its value as text. Metrics without a value are absent. */
type Measures = Readonly<Record<string, string>>;

function measuresOf(measures: readonly z.output<typeof measure>[]): Measures {
  return Object.fromEntries(
    measures.flatMap(({ metric, value, period: current, periods }) => {
      const text = value ?? current?.value ?? periods?.[0]?.value;
      return text === undefined ? [] : [[metric, text]];
    }),
  );
}

const measuredComponent = z.object({
  key: z.string(),
  name: z.optional(displayName),
  path: z.optional(z.string()),
  measures: z._default(z.array(measure), []),
});

interface MeasuredComponent {
  readonly key: string;
  readonly name: string | undefined;
  /** The path below the project; undefined for the project's own measures. */
  readonly path: string | undefined;
  readonly measures: Measures;
}

function componentOf({ key, name, path, measures }: z.output<typeof measuredComponent>): MeasuredComponent {
  return { key, name, path, measures: measuresOf(measures) };
}

/** Returns a component's live measures. Rejects with `notFound` for an unknown component or metric. */
export async function getComponentMeasures(
  api: Api,
  { metrics, ...scope }: ComponentScope & { readonly metrics: readonly string[] },
  options?: CallOptions,
): Promise<MeasuredComponent> {
  const parameters = { ...scope, metricKeys: metrics.join(',') };
  const schema = z.object({ component: measuredComponent });
  return componentOf((await api.get('api/measures/component', parameters, schema, options)).component);
}

const tree = z.object({
  paging: z.object({ total: z.number() }),
  components: z.array(measuredComponent),
});

interface FileMeasuresQuery extends ComponentScope {
  /** At most 15, the limit of the strictest version. */
  readonly metrics: readonly string[];
  /** One of `metrics`; files without it are left out. */
  readonly sort: string;
  readonly ascending: boolean;
  readonly page?: number;
  readonly pageSize?: number;
}

/**
 * Returns one page of the files below a component, with their measures. Real servers leave the component's own measures
 * out of this answer; `getComponentMeasures` reads them.
 */
export async function searchFileMeasures(
  api: Api,
  { metrics, sort, ascending, page = 1, pageSize = 100, ...scope }: FileMeasuresQuery,
  options?: CallOptions,
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
    options,
  );
  return { items: components.map(componentOf), total: paging.total };
}
