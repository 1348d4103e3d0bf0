import { placeholders, type Database } from '../../store/database.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  choice,
  choices,
  date,
  flag,
  ifSupported,
  list,
  selector,
  type Values,
} from '../../http/parameters.ts';
import { checkIndexedPage, offsetOf, paging, pagingJson } from '../../http/paging.ts';
import type { Rights } from '../../auth/rights.ts';
import { severityOfImpact, typeOfQuality } from '../../issues/impact.ts';
import { countIssues, findIssues, issueOrders } from '../../store/issues/issueSearch.ts';
import { issueTypes, severities } from '../../store/issues/issues.ts';
import type { Criterion } from '../../store/projects/projectSearch.ts';
import { componentsJson, issueJson, rulesJson, usersJson } from './issueJson.ts';
import { languageName } from './rules.ts';
import { findComponent } from '../lookups.ts';

const parameters = {
  issues: list,
  componentKeys: list,
  components: list,
  projects: list,
  projectKeys: list,
  files: list,
  branch: selector,
  pullRequest: selector,
  severities: choices(severities),
  impactSeverities: ifSupported(
    ({ filtersImpacts }) => filtersImpacts,
    choices(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']),
  ),
  impactSoftwareQualities: ifSupported(
    ({ filtersImpacts }) => filtersImpacts,
    choices(['MAINTAINABILITY', 'RELIABILITY', 'SECURITY']),
  ),
  statuses: choices(['OPEN', 'CONFIRMED', 'REOPENED', 'RESOLVED', 'CLOSED']),
  issueStatuses: ifSupported(
    ({ filtersIssueStatuses }) => filtersIssueStatuses,
    choices(['OPEN', 'CONFIRMED', 'FALSE_POSITIVE', 'ACCEPTED', 'FIXED']),
  ),
  resolutions: choices(['FALSE-POSITIVE', 'WONTFIX', 'FIXED', 'REMOVED']),
  resolved: flag,
  types: choices(issueTypes),
  rules: list,
  languages: list,
  assigned: flag,
  assignees: list,
  createdAfter: date,
  createdBefore: date,
  inNewCodePeriod: flag,
  sinceLeakPeriod: flag,
  additionalFields: choices(['_all', 'comments', 'languages', 'rules', 'transitions', 'actions', 'users']),
  facets: list,
  s: choice(issueOrders),
  asc: flag,
  ...paging,
};
type Search = Values<typeof parameters>;

const issueStatusSql: Readonly<Record<string, string>> = {
  OPEN: `(issues.resolution IS NULL AND issues.status <> 'CONFIRMED')`,
  CONFIRMED: `issues.status = 'CONFIRMED'`,
  FALSE_POSITIVE: `(issues.status = 'RESOLVED' AND issues.resolution = 'FALSE-POSITIVE')`,
  ACCEPTED: `(issues.status = 'RESOLVED' AND issues.resolution = 'WONTFIX')`,
  FIXED: `issues.resolution IN ('FIXED', 'REMOVED')`,
};

const isOneOf = (column: string, values: readonly string[] | undefined): Criterion[] =>
  values ? [{ sql: `${column} IN (${placeholders(values)})`, values }] : [];

/** Returns the parameters of a search as conditions; `undefined` when the search cannot match any issue. */
function criteriaOf(db: Database, rights: Rights, search: Search): Criterion[] | undefined {
  const keys = search.components ?? search.componentKeys ?? search.projects ?? search.projectKeys;
  const where = keys ? inComponents(db, keys, search) : [{ sql: 'branches.isMain = 1', values: [] }];
  if (!where) return undefined;
  const wantsNew = search.inNewCodePeriod ?? search.sinceLeakPeriod;
  return [
    rights.browsable(),
    ...(search.issues ? [] : where),
    ...isOneOf('issues.id', search.issues),
    ...isOneOf('issues.path', search.files),
    ...isOneOf('issues.severity', search.severities),
    ...isOneOf(
      'issues.severity',
      search.impactSeverities?.flatMap((impact) => severityOfImpact(impact) ?? []),
    ),
    ...isOneOf(
      'issues.type',
      search.impactSoftwareQualities?.flatMap((quality) => typeOfQuality(quality) ?? []),
    ),
    ...isOneOf('issues.status', search.statuses),
    ...isOneOf('issues.resolution', search.resolutions),
    ...isOneOf('issues.type', search.types),
    ...isOneOf('issues.rule', search.rules),
    ...isOneOf(
      'issues.assignee',
      search.assignees?.map((login) => (login === '__me__' ? (rights.user?.login ?? '') : login)),
    ),
    ...isOneOf('(SELECT language FROM rules WHERE rules.key = issues.rule)', search.languages),
    ...(search.issueStatuses
      ? [
          {
            sql: `(${search.issueStatuses.map((status) => issueStatusSql[status] ?? '0').join(' OR ')})`,
            values: [],
          },
        ]
      : []),
    ...(search.resolved === undefined
      ? []
      : [{ sql: `issues.resolution IS ${search.resolved ? 'NOT ' : ''}NULL`, values: [] }]),
    ...(search.assigned === undefined
      ? []
      : [{ sql: `issues.assignee IS ${search.assigned ? 'NOT ' : ''}NULL`, values: [] }]),
    ...(search.createdAfter === undefined
      ? []
      : [{ sql: 'issues.createdAt >= ?', values: [search.createdAfter] }]),
    ...(search.createdBefore === undefined
      ? []
      : [{ sql: 'issues.createdAt < ?', values: [search.createdBefore] }]),
    ...(wantsNew
      ? [
          {
            sql: `issues.createdAt > (SELECT periodDate FROM analyses WHERE analyses.branchId = branches.id ORDER BY date DESC LIMIT 1)`,
            values: [],
          },
        ]
      : []),
  ];
}

function inComponents(db: Database, keys: readonly string[], search: Search): Criterion[] | undefined {
  const found = keys.flatMap((key) => findComponent(db, key, search) ?? []);
  if (found.length === 0) return undefined;
  const sql = found
    .map(({ path }) =>
      path ? `(branches.id = ? AND (issues.path = ? OR substr(issues.path, 1, ?) = ?))` : `branches.id = ?`,
    )
    .join(' OR ');
  const values = found.flatMap(({ branch, path }) =>
    path ? [branch.id, path, path.length + 1, `${path}/`] : [branch.id],
  );
  return [{ sql: `(${sql})`, values }];
}

const facetColumns: ReadonlyMap<string, 'severity' | 'type' | 'status' | 'rule'> = new Map([
  ['severities', 'severity'],
  ['types', 'type'],
  ['statuses', 'status'],
  ['rules', 'rule'],
]);

export const issueSearchEndpoints = [
  endpoint({
    path: 'issues/search',
    method: 'GET',
    parameters,
    answer: ({ server, rights, values }) => {
      const { db } = server;
      checkIndexedPage(values);
      const criteria = criteriaOf(db, rights, values);
      const { total, effort, issues } = criteria
        ? findIssues(
            db,
            criteria,
            { limit: values.ps, offset: offsetOf(values) },
            values.s === undefined ? undefined : { by: values.s, ascending: values.asc ?? true },
          )
        : { total: 0, effort: 0, issues: [] };
      const wants = (field: string): boolean =>
        values.additionalFields?.some((asked) => asked === field || asked === '_all') ?? false;
      const extras = {
        transitions: wants('transitions'),
        actions: wants('actions'),
        comments: wants('comments'),
      };
      return {
        total,
        p: values.p,
        ps: values.ps,
        paging: pagingJson(values, total),
        effortTotal: effort,
        issues: issues.map((issue) => issueJson(server, rights, issue, extras)),
        components: componentsJson(db, issues),
        rules: wants('rules') ? rulesJson(db, issues) : undefined,
        users: wants('users')
          ? usersJson(db, [rights.user?.login, ...issues.map(({ assignee }) => assignee)])
          : undefined,
        languages: wants('languages')
          ? ['js', 'ts'].map((key) => ({ key, name: languageName(key) }))
          : undefined,
        facets: (values.facets ?? []).flatMap((facet) => {
          const column = facetColumns.get(facet);
          return column && criteria ? { property: facet, values: countIssues(db, criteria, column) } : [];
        }),
      };
    },
  }),
];
