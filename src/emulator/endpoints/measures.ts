import { linesOf } from '../../core/issues/lineMap.ts';
import type { Rights } from '../auth/rights.ts';
import { badRequest, notFound } from '../errors.ts';
import { isNewCode, metrics } from '../gate/metrics.data.ts';
import { get, Text } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import {
  branchSelection,
  date,
  flag,
  list,
  optional,
  pageNumber,
  pageOf,
  pageSize,
  paging,
  pagingJson,
  required,
  requiredList,
  selector,
} from '../http/parameters.ts';
import {
  analysesOf,
  latestAnalysis,
  measureAt,
  measuresByPath,
  measuresOf,
} from '../store/analyses/analyses.ts';
import {
  authorshipOf,
  commitOf,
  factsOf,
  fileOf,
  lineDatesOf,
  type StoredFile,
} from '../store/analyses/files.ts';
import type { Database } from '../store/database.ts';
import { mainBranchOf, projectByKey } from '../store/projects.ts';
import {
  componentKey,
  findComponent,
  requireBrowse,
  requireComponent,
  type BranchSelection,
} from './lookups.ts';
import { componentJson, filesBelow, type TreeItem } from './projects.ts';

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

function requireSource(db: Database, rights: Rights, key: string, selection: BranchSelection): StoredFile {
  const { project, branch, path } = requireComponent(db, key, selection);
  rights.require(rights.has('codeviewer', project));
  const file = fileOf(db, branch.id, path);
  if (!file) throw notFound(`Component key '${key}' not found`);
  return file;
}

export const measureEndpoints = [
  get(
    'measures/component',
    { component: required(), ...branchSelection, metricKeys: requiredList },
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
      ...branchSelection,
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
      ...branchSelection,
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
  get(
    'sources/raw',
    { key: required(), ...branchSelection },
    ({ server, rights, values }) =>
      // Real servers end every line with a line break, also the empty one after the last.
      new Text(
        `${requireSource(server.db, rights, values.key, values).source}\n`,
        'text/plain; charset=utf-8',
      ),
  ),
  get(
    'sources/scm',
    { key: required(), from: optional(), to: optional(), commits_by_line: flag },
    ({ server, rights, values }) => {
      const file = requireSource(server.db, rights, values.key, {});
      const dates = lineDatesOf(file);
      const from = Math.max(Number(values.from ?? 1), 1);
      const shown = dates.slice(from - 1, Number(values.to ?? Infinity));
      const authorship = authorshipOf(file);
      const lines = shown.map((date, index) => {
        const { author = '', revision = '' } = commitOf(authorship, from + index) ?? {};
        return [from + index, author, formatDate(date), revision] as const;
      });
      // Successive lines of one commit are listed once.
      const isSame = (line: number, other: number): boolean =>
        [1, 2, 3].every((field) => lines[line]?.[field] === lines[other]?.[field]);
      return {
        scm: values.commits_by_line
          ? lines
          : lines.filter((_, index) => index === 0 || !isSame(index, index - 1)),
      };
    },
  ),
  get(
    'sources/lines',
    { key: required(), from: optional(), to: optional(), ...branchSelection },
    ({ server, rights, values }) => {
      const file = requireSource(server.db, rights, values.key, values);
      const dates = lineDatesOf(file);
      const facts = factsOf(file);
      const hits = new Map(facts.lineHits ?? []);
      const conditions = new Map(facts.conditions?.map(([line, ...counts]) => [line, counts]));
      const isDuplicated = (line: number): boolean =>
        facts.duplications?.some(({ first, last }) => line >= first && line <= last) ?? false;
      const periodDate = latestAnalysis(server.db, file.branchId)?.periodDate ?? Infinity;
      const from = Math.max(Number(values.from ?? 1), 1);
      const lines = linesOf(file.source).slice(from - 1, Number(values.to ?? Infinity));
      return {
        sources: lines.map((_, index) => {
          const line = from + index;
          const date = dates[line - 1] ?? 0;
          return {
            line,
            lineHits: hits.get(line),
            conditions: conditions.get(line)?.[0],
            coveredConditions: conditions.get(line)?.[1],
            duplicated: isDuplicated(line),
            isNew: date > periodDate,
          };
        }),
      };
    },
  ),
  get('duplications/show', { key: required(), ...branchSelection }, ({ server, rights, values }) => {
    const { project, branch, path } = requireComponent(server.db, values.key, values);
    rights.require(rights.has('codeviewer', project));
    const file = fileOf(server.db, branch.id, path);
    const { duplications = [] } = file ? factsOf(file) : {};
    const files = new Map<string, string>();
    const referenceTo = (to: string): string => {
      const known = files.get(to) ?? String(files.size + 1);
      files.set(to, known);
      return known;
    };
    // The block in the requested file comes first.
    const shown = duplications.map(({ copies, ...own }) => ({
      blocks: [{ path, ...own }, ...copies].map((block) => ({
        from: block.first,
        size: block.last - block.first + 1,
        _ref: referenceTo(block.path),
      })),
    }));
    return {
      duplications: shown,
      files: Object.fromEntries(
        [...files].map(([to, reference]) => [reference, { key: componentKey(project, to), name: to }]),
      ),
    };
  }),
];
