import { isNewCode, metrics } from '../../gate/metrics.data.ts';
import { get } from '../../http/endpoint.ts';
import { formatDate } from '../../http/dates.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import {
  date,
  flag,
  list,
  pageNumber,
  pageSize,
  required,
  requiredList,
  selector,
  pageOf,
  paging,
  pagingJson,
} from '../../http/parameters.ts';
import { analysesOf, measureAt } from '../../store/analyses/analyses.ts';
import { measuresByPath, measuresOf } from '../../store/analyses/measures.ts';
import { mainBranchOf, projectByKey } from '../../store/projects/projects.ts';
import { componentJson, filesBelow, type TreeItem } from '../projects/components.ts';
import { findComponent, requireBrowse, requireComponent } from '../lookups.ts';

/** Returns the wanted measures in the form of every endpoint. A metric of new code has its value in the period. */
const selectJson = (
  measures: ReadonlyMap<string, string> | undefined,
  wanted: readonly string[],
  component?: string,
): Json[] =>
  [...(measures ?? [])]
    .filter(([metric]) => wanted.includes(metric))
    .map(([metric, value]) =>
      isNewCode(metric) ? { metric, component, period: { value } } : { metric, value, component },
    );

const unknownMetrics = (keys: readonly string[]): string[] => keys.filter((key) => !metrics.has(key)).sort();

/** Returns the files that have a value of the metric, by that value. */
function sortFiles(
  files: readonly TreeItem[],
  byPath: ReadonlyMap<string, ReadonlyMap<string, string>>,
  {
    metricSort = '',
    asc = true,
  }: { readonly metricSort: string | undefined; readonly asc: boolean | undefined },
): readonly TreeItem[] {
  const valueOf = ({ path }: TreeItem): string | undefined => byPath.get(path)?.get(metricSort);
  const sign = asc ? 1 : -1;
  return files
    .filter((file) => valueOf(file) !== undefined)
    .toSorted((a, b) => sign * (Number(valueOf(a)) - Number(valueOf(b))));
}

export const measureEndpoints = [
  get(
    'measures/component',
    {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metricKeys: requiredList,
    },
    ({ server, rights, values }) => {
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
          measures: selectJson(measuresOf(server.db, branch.id, path), values.metricKeys),
        },
      };
    },
  ),
  get('measures/search', { projectKeys: list, metricKeys: requiredList }, ({ server, rights, values }) => {
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
      return selectJson(measuresOf(db, mainBranchOf(db, project.id).id), values.metricKeys, key);
    });
    return { measures };
  }),
  get(
    'measures/component_tree',
    {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metricKeys: requiredList,
      metricSort: selector,
      asc: flag,
      ...paging,
    },
    ({ server, rights, values }) => {
      const { db } = server;
      const component = requireComponent(db, values.component, values);
      requireBrowse(rights, component.project);
      const unknown = unknownMetrics(values.metricKeys);
      if (unknown.length > 0)
        throw notFound(`The following metric keys are not found: ${unknown.join(', ')}`);
      const byPath = measuresByPath(db, component.branch.id, values.metricKeys);
      const found = sortFiles(filesBelow(db, component), byPath, values);
      return {
        paging: pagingJson(values, found.length),
        components: pageOf(found, values).map((item) => ({
          ...item,
          measures: selectJson(byPath.get(item.path), values.metricKeys),
        })),
      };
    },
  ),
  get(
    'measures/search_history',
    {
      component: required(),
      branch: selector,
      pullRequest: selector,
      metrics: requiredList,
      from: date,
      to: date,
      p: pageNumber,
      ps: pageSize({ max: 1000 }),
    },
    ({ server, rights, values }) => {
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
  ),
  get('metrics/search', { p: pageNumber, ps: pageSize() }, ({ values }) => ({
    metrics: pageOf([...metrics.values()], values).map(({ key, name, type }) => ({ key, name, type })),
    total: metrics.size,
    p: values.p,
    ps: values.ps,
  })),
];
