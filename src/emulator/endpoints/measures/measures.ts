import type { Database } from '../../store/database.ts';
import type { Dialect } from '../../dialect.ts';
import { isNewCode, metrics, type Metric } from '../../gate/metrics.data.ts';
import { endpoint } from '../../http/endpoint.ts';
import { formatDate } from '../../http/dates.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import {
  choice,
  date,
  flag,
  list,
  pageNumber,
  pageSize,
  required,
  requiredList,
  selector,
} from '../../http/parameters.ts';
import { checkPositivePage, pageOf, paging, pagingJson } from '../../http/paging.ts';
import { analysesOf, latestAnalysis, measureAt } from '../../store/analyses/analyses.ts';
import { measuresByPath, measuresOf } from '../../store/analyses/measures.ts';
import { mainBranchOf, projectByKey, type Branch } from '../../store/projects/projects.ts';
import { componentJson, descendantsOf, type TreeItem } from '../projects/components.ts';
import { findComponent, requireBrowse, requireComponent } from '../lookups.ts';

/** Returns one measure in the form of every endpoint. A metric of new code has its value in the period. */
function measureJson(dialect: Dialect, metric: string, value: string, component?: string): Json {
  if (!isNewCode(metric)) return { metric, value, component };
  const period = { index: 1, value };
  return { metric, periods: dialect.periods ? [period] : undefined, component, period };
}

function selectJson(
  dialect: Dialect,
  measures: ReadonlyMap<string, string> | undefined,
  wanted: readonly string[],
  component?: string,
): Json[] {
  return [...(measures ?? [])]
    .filter(([metric]) => wanted.includes(metric))
    .map(([metric, value]) => measureJson(dialect, metric, value, component));
}

function metricJson(metric: Metric): Json {
  return {
    key: metric.key,
    name: metric.name,
    description: metric.description,
    domain: metric.domain,
    type: metric.type,
  };
}

const unknownMetrics = (keys: readonly string[]): string[] => keys.filter((key) => !metrics.has(key)).sort();

/** Returns the new-code period of a branch in the form of measures. */
function periodJson(db: Database, branch: Branch, index?: number): Json {
  const analysis = latestAnalysis(db, branch.id);
  if (!analysis?.periodDate) return undefined;
  return {
    index,
    mode: 'PREVIOUS_VERSION',
    date: formatDate(analysis.periodDate),
    parameter: analysis.periodParameter,
  };
}

const byKey = (a: Metric, b: Metric): number => (a.key < b.key ? -1 : 1);

const additional = (
  db: Database,
  branch: Branch,
  keys: readonly string[],
  fields: readonly string[] | undefined,
): Record<string, Json> => ({
  metrics: fields?.includes('metrics')
    ? [...metrics.values()]
        .filter(({ key }) => keys.includes(key))
        .sort(byKey)
        .map(metricJson)
    : undefined,
  period: fields?.includes('period') ? periodJson(db, branch, 1) : undefined,
});

/** Whether a strategy lists a component: everything below the root, or only its direct children. */
function isInStrategy(path: string, root: string, strategy: string | undefined): boolean {
  if (strategy !== 'children') return true;
  const below = root === '' ? path : path.slice(root.length + 1);
  return !below.includes('/');
}

/**
 * Returns the items in the requested order: by the value of a metric, or in their given order, each ascending or
 * descending. With `withMeasuresOnly`, items without a value of the metric are left out.
 */
function sortTree(
  items: readonly TreeItem[],
  byPath: ReadonlyMap<string, ReadonlyMap<string, string>>,
  {
    s,
    metricSort,
    metricSortFilter,
    asc = true,
  }: {
    readonly s: readonly string[] | undefined;
    readonly metricSort: string | undefined;
    readonly metricSortFilter: string | undefined;
    readonly asc: boolean | undefined;
  },
): readonly TreeItem[] {
  const valueOf = ({ path }: TreeItem): string | undefined =>
    metricSort === undefined ? undefined : byPath.get(path)?.get(metricSort);
  const kept =
    metricSortFilter === 'withMeasuresOnly' ? items.filter((item) => valueOf(item) !== undefined) : items;
  if (!s?.includes('metric')) return asc ? kept : kept.toReversed();
  const sign = asc ? 1 : -1;
  return kept.toSorted((a, b) => sign * (Number(valueOf(a) ?? 0) - Number(valueOf(b) ?? 0)));
}

const strategy = choice(['all', 'children', 'leaves']);
const metricSortFilter = choice(['all', 'withMeasuresOnly']);

export const measureEndpoints = [
  endpoint({
    path: 'measures/component',
    method: 'GET',
    parameters: {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metricKeys: requiredList,
      additionalFields: list,
    },
    answer: ({ server, rights, values }) => {
      const component = requireComponent(server.db, values.component, values);
      const { project, branch, path } = component;
      rights.require(
        server.dialect.measuresNeedOnlyScan ? rights.mayReadGate(project) : rights.has('user', project),
      );
      const unknown = unknownMetrics(values.metricKeys);
      if (unknown.length > 0)
        throw notFound(`The following metric keys are not found: ${unknown.join(', ')}`);
      return {
        component: {
          ...componentJson(server.db, component),
          measures: selectJson(server.dialect, measuresOf(server.db, branch.id, path), values.metricKeys),
        },
        ...additional(server.db, branch, values.metricKeys, values.additionalFields),
      };
    },
  }),
  endpoint({
    path: 'measures/search',
    method: 'GET',
    parameters: { projectKeys: list, metricKeys: requiredList },
    answer: ({ server, rights, values }) => {
      const { db } = server;
      const keys = values.projectKeys ?? [];
      if (keys.length === 0) throw badRequest('Project keys must be provided');
      if (keys.length > 100)
        throw badRequest(`${keys.length} projects provided, more than maximum authorized (100)`);
      const unknown = unknownMetrics(values.metricKeys);
      if (unknown.length > 0) throw badRequest(`The following metrics are not found: ${unknown.join(', ')}`);
      const measures = [...new Set(keys)].flatMap((key) => {
        const project = projectByKey(db, key);
        if (!project) {
          if (findComponent(db, key))
            throw badRequest('Only component of qualifiers [TRK, APP, VW, SVW] are allowed');
          return [];
        }
        if (!rights.mayList(project)) return [];
        return selectJson(
          server.dialect,
          measuresOf(db, mainBranchOf(db, project.id).id),
          values.metricKeys,
          key,
        );
      });
      return { measures };
    },
  }),
  endpoint({
    path: 'measures/component_tree',
    method: 'GET',
    parameters: {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metricKeys: requiredList,
      additionalFields: list,
      qualifiers: list,
      strategy,
      s: list,
      metricSort: selector,
      metricSortFilter,
      asc: flag,
      ...paging,
    },
    answer: ({ server, rights, values }) => {
      const { db, dialect } = server;
      const limit = dialect.componentTreeMetricLimit;
      if (values.metricKeys.length > limit)
        throw badRequest(`'metricKeys' can contains only ${limit} values, got ${values.metricKeys.length}`);
      const component = requireComponent(db, values.component, values);
      requireBrowse(rights, component.project);
      checkPositivePage(values);
      const unknown = unknownMetrics(values.metricKeys);
      if (unknown.length > 0)
        throw notFound(`The following metric keys are not found: ${unknown.join(', ')}`);
      const byPath = measuresByPath(db, component.branch.id, values.metricKeys);
      const found = sortTree(
        descendantsOf(db, component)
          .filter(({ path }) => isInStrategy(path, component.path, values.strategy))
          .filter(({ qualifier }) => values.strategy !== 'leaves' || qualifier !== 'DIR')
          .filter(({ qualifier }) => !values.qualifiers || values.qualifiers.includes(qualifier)),
        byPath,
        values,
      );
      return {
        paging: pagingJson(values, found.length),
        baseComponent: {
          ...componentJson(db, component),
          // Real servers leave out the measures of the base component with this strategy.
          measures:
            values.strategy === 'leaves'
              ? []
              : selectJson(dialect, measuresOf(db, component.branch.id, component.path), values.metricKeys),
        },
        components: pageOf(found, values).map((item) => ({
          ...item,
          measures: selectJson(dialect, byPath.get(item.path), values.metricKeys),
        })),
        ...additional(db, component.branch, values.metricKeys, values.additionalFields),
      };
    },
  }),
  endpoint({
    path: 'measures/search_history',
    method: 'GET',
    parameters: {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metrics: requiredList,
      from: date,
      to: date,
      p: pageNumber,
      ps: pageSize({ max: 1000 }),
    },
    answer: ({ server, rights, values }) => {
      const { db } = server;
      const { project, branch } = requireComponent(db, values.component, values);
      requireBrowse(rights, project);
      const unknown = unknownMetrics(values.metrics);
      if (unknown.length > 0) throw badRequest(`Metrics ${unknown.join(', ')} are not found`);
      const { from = 0, to = Number.MAX_SAFE_INTEGER } = values;
      const analyses = analysesOf(db, branch.id).filter(
        (analysis) => analysis.date >= from && analysis.date <= to,
      );
      const shown = pageOf(analyses, values);
      return {
        paging: pagingJson(values, analyses.length),
        measures: values.metrics.map((metric) => ({
          metric,
          history: shown.map(({ id, date: time }) => ({
            date: formatDate(time),
            value: measureAt(db, id, metric),
          })),
        })),
      };
    },
  }),
  endpoint({
    path: 'metrics/search',
    method: 'GET',
    parameters: { p: pageNumber, ps: pageSize() },
    answer: ({ values }) => ({
      metrics: pageOf([...metrics.values()], values).map((metric) => ({
        id: metric.key,
        key: metric.key,
        type: metric.type,
        name: metric.name,
        description: metric.description,
        domain: metric.domain,
      })),
      total: metrics.size,
      p: values.p,
      ps: values.ps,
    }),
  }),
];
