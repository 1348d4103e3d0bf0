import type { Database } from '../../store/database.ts';
import { get } from '../../http/endpoint.ts';
import {
  choice,
  choices,
  date,
  flag,
  ifSupported,
  list,
  selector,
  type Values,
  checkIndexedPage,
  paging,
  pagingJson,
} from '../../http/parameters.ts';
import type { Rights } from '../../auth/rights.ts';
import { severityOfImpact, typeOfQuality, issueJson } from './issueJson.ts';
import { findIssues, issueStatuses, type IssueSearch } from '../../store/issues/issueSearch.ts';
import { issueTypes, severities } from '../../store/issues/issues.ts';
import { findComponent } from '../lookups.ts';

const parameters = {
  issues: list,
  componentKeys: list,
  files: list,
  branch: selector,
  pullRequest: selector,
  severities: choices(severities),
  impactSeverities: ifSupported(
    ({ impacts }) => impacts,
    choices(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']),
  ),
  impactSoftwareQualities: ifSupported(
    ({ impacts }) => impacts,
    choices(['MAINTAINABILITY', 'RELIABILITY', 'SECURITY']),
  ),
  issueStatuses: ifSupported(({ issueStatuses: isKnown }) => isKnown, choices(issueStatuses)),
  resolved: flag,
  types: choices(issueTypes),
  rules: list,
  createdAfter: date,
  createdBefore: date,
  s: choice(['CREATION_DATE', 'FILE_LINE']),
  inNewCodePeriod: flag,
  sinceLeakPeriod: flag,
  additionalFields: choices(['_all', 'transitions']),
  ...paging,
};
type Asked = Values<typeof parameters>;

function searchOf(db: Database, { user }: Rights, asked: Asked): IssueSearch | undefined {
  const places = asked.componentKeys?.flatMap((key) => findComponent(db, key, asked) ?? []);
  if (places?.length === 0) return undefined;
  return {
    ...asked,
    userId: user?.id,
    ids: asked.issues,
    places: places?.map(({ branch, path }) => ({ branchId: branch.id, path })),
    impactSeverities: asked.impactSeverities?.flatMap((impact) => severityOfImpact(impact) ?? []),
    impactTypes: asked.impactSoftwareQualities?.flatMap((quality) => typeOfQuality(quality) ?? []),
    statuses: asked.issueStatuses,
    byFile: asked.s === 'FILE_LINE',
    isNew: asked.inNewCodePeriod ?? asked.sinceLeakPeriod,
  };
}

export const issueSearchEndpoints = [
  get('issues/search', parameters, ({ server, rights, values }) => {
    const { db } = server;
    checkIndexedPage(values);
    const search = searchOf(db, rights, values);
    const { total, items } = search ? findIssues(db, search, values) : { total: 0, items: [] };
    const hasTransitions = values.additionalFields !== undefined;
    return {
      total,
      p: values.p,
      ps: values.ps,
      paging: pagingJson(values, total),
      issues: items.map((issue) => issueJson(server, rights, issue, hasTransitions)),
    };
  }),
];
