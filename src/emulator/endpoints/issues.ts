import type { Rights } from '../auth/rights.ts';
import type { Dialect } from '../dialect.ts';
import { authenticationRequired, badRequest, notFound } from '../errors.ts';
import { get, post } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import {
  branchSelection,
  checkIndexedPage,
  choice,
  choices,
  date,
  flag,
  ifSupported,
  list,
  paging,
  pagingJson,
  required,
  requiredChoice,
  requiredList,
  selector,
  type Values,
} from '../http/parameters.ts';
import { saveIssueChanges } from '../issues/change.ts';
import {
  issueStatusOf,
  mayDo,
  offeredTransitions,
  stateAfterTransition,
  transitionWords,
} from '../issues/workflow.ts';
import type { ServerContext } from '../serverContext.ts';
import { newId, type Database } from '../store/database.ts';
import {
  findIssues,
  foundIssues,
  issueStatuses,
  type FoundIssue,
  type IssueSearch,
} from '../store/issues/issueSearch.ts';
import {
  addComment,
  issueById,
  issueTypes,
  relatedOf,
  ruleByKey,
  saveIssue,
  severities,
  textRangeOf,
  type Issue,
  type IssueType,
  type Rule,
  type Severity,
} from '../store/issues/issues.ts';
import { projectById } from '../store/projects.ts';
import { userByLogin } from '../store/users.ts';
import { componentKey, findComponent } from './lookups.ts';

/** Whether the caller administers the issues of an issue's project. Without the project, the caller does not. */
function isIssueAdmin({ db }: ServerContext, rights: Rights, issue: FoundIssue): boolean {
  const project = projectById(db, issue.projectId);
  return project !== undefined && rights.has('issueadmin', project);
}

/** Returns an issue as `api/issues/search` answers it. Older versions lack the fields of the clean-code taxonomy. */
function issueJson(server: ServerContext, rights: Rights, issue: FoundIssue, hasTransitions: boolean): Json {
  const { impacts, issueStatuses } = server.dialect;
  return {
    key: issue.id,
    rule: issue.rule,
    severity: issue.severity,
    component: componentKey({ key: issue.projectKey }, issue.path),
    project: issue.projectKey,
    line: issue.line,
    hash: issue.lineHash,
    textRange: textRangeOf(issue),
    flows: relatedOf(issue).map(({ path, message, textRange }) => ({
      locations: [{ component: `${issue.projectKey}:${path}`, textRange, msg: message }],
    })),
    resolution: issue.resolution,
    status: issue.status,
    message: issue.message,
    assignee: issue.assignee,
    author: issue.author ?? '',
    transitions: hasTransitions
      ? offeredTransitions(issue, issueStatuses, isIssueAdmin(server, rights, issue))
      : undefined,
    creationDate: formatDate(issue.createdAt),
    updateDate: formatDate(issue.updatedAt),
    type: issue.type,
    impacts: impacts ? [impactOf(issue.type, issue.severity)] : undefined,
    issueStatus: issueStatuses ? issueStatusOf(issue) : undefined,
  };
}

/** The software quality that an issue of each type harms, as newer versions report it with its severity. */
const qualities: Readonly<Record<IssueType, string>> = {
  CODE_SMELL: 'MAINTAINABILITY',
  BUG: 'RELIABILITY',
  VULNERABILITY: 'SECURITY',
};
const impactSeverities: Readonly<Record<Severity, string>> = {
  INFO: 'INFO',
  MINOR: 'LOW',
  MAJOR: 'MEDIUM',
  CRITICAL: 'HIGH',
  BLOCKER: 'BLOCKER',
};

const impactOf = (type: IssueType, severity: Severity): Json => ({
  softwareQuality: qualities[type],
  severity: impactSeverities[severity],
});

const keyOfValue = <K extends string>(table: Readonly<Record<K, string>>, value: string): K | undefined =>
  (Object.keys(table) as K[]).find((key) => table[key] === value);

const typeOfQuality = (quality: string): IssueType | undefined => keyOfValue(qualities, quality);
const severityOfImpact = (severity: string): Severity | undefined => keyOfValue(impactSeverities, severity);

const parameters = {
  issues: list,
  componentKeys: list,
  files: list,
  ...branchSelection,
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

/** Returns an issue that the caller may see, and may change as a user. Analysis tokens are refused. */
function requireIssue(db: Database, rights: Rights, id: string): { found: FoundIssue; issue: Issue } {
  if (!rights.user) throw authenticationRequired();
  const issue = issueById(db, id);
  const [found] = foundIssues(db, [id]);
  if (!issue || !found) throw notFound(`Issue with key '${id}' does not exist`);
  const project = projectById(db, found.projectId);
  rights.require(!rights.isAnalysisToken && project !== undefined && rights.has('user', project));
  return { found, issue };
}

function changedIssue(server: ServerContext, rights: Rights, id: string): Json {
  const [issue] = foundIssues(server.db, [id]);
  return issue && { issue: issueJson(server, rights, issue, true) };
}

/** @throws not found for a login that no user has */
function requireLogin(db: Database, login: string | undefined): string | undefined {
  if (login !== undefined && !userByLogin(db, login)) throw notFound(`Unknown user: ${login}`);
  return login;
}

function comment({ db, now }: ServerContext, { user }: Rights, issueId: string, markdown: string): void {
  addComment(db, { id: newId(), issueId, login: user?.login ?? '', markdown, createdAt: now() });
}

const transitionsOf = ({ issueStatuses }: Dialect): readonly string[] => transitionWords(issueStatuses);

const names: Readonly<Record<string, string>> = { js: 'JavaScript', py: 'Python', ts: 'TypeScript' };

/** Returns the name of a language; the key itself for a language that only occurs in an external report. */
const languageName = (key: string): string => names[key] ?? key;

function ruleJson({ dialect }: ServerContext, rule: Rule): Json {
  return {
    key: rule.key,
    name: rule.name,
    htmlDesc: rule.description,
    severity: rule.severity,
    status: 'READY',
    langName: rule.language === null ? undefined : languageName(rule.language),
    type: rule.type,
    descriptionSections: [{ key: 'default', content: rule.description }],
    ...(dialect.impacts
      ? { impacts: rule.type === 'SECURITY_HOTSPOT' ? [] : [impactOf(rule.type, rule.severity)] }
      : {}),
  };
}

export const issueEndpoints = [
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
  post(
    'issues/do_transition',
    { issue: required(), transition: requiredChoice(transitionsOf) },
    ({ server, rights, values }) => {
      const { found, issue } = requireIssue(server.db, rights, values.issue);
      const state = stateAfterTransition(issue, values.transition);
      if (!state)
        throw badRequest(`Transition from state ${issue.status} does not exist: ${values.transition}`);
      rights.require(mayDo(values.transition, isIssueAdmin(server, rights, found)));
      saveIssueChanges(server, [{ ...issue, ...state }]);
      return changedIssue(server, rights, issue.id);
    },
  ),
  post(
    'issues/set_severity',
    { issue: required(), severity: requiredChoice(severities) },
    ({ server, rights, values }) => {
      const { found, issue } = requireIssue(server.db, rights, values.issue);
      rights.require(isIssueAdmin(server, rights, found));
      saveIssueChanges(server, [{ ...issue, severity: values.severity, manualSeverity: 1 }]);
      return changedIssue(server, rights, issue.id);
    },
  ),
  post(
    'issues/set_type',
    { issue: required(), type: requiredChoice(issueTypes) },
    ({ server, rights, values }) => {
      const { found, issue } = requireIssue(server.db, rights, values.issue);
      rights.require(isIssueAdmin(server, rights, found));
      saveIssueChanges(server, [{ ...issue, type: values.type, manualType: 1 }]);
      return changedIssue(server, rights, issue.id);
    },
  ),
  post('issues/assign', { issue: required(), assignee: selector }, ({ server, rights, values }) => {
    const { issue } = requireIssue(server.db, rights, values.issue);
    const { assignee } = values;
    const login = requireLogin(server.db, assignee === '_me' ? rights.user?.login : assignee);
    // The assignee does not affect the gate.
    saveIssue(server.db, { ...issue, assignee: login ?? null, updatedAt: server.now() });
    return changedIssue(server, rights, issue.id);
  }),
  post('issues/add_comment', { issue: required(), text: required() }, ({ server, rights, values }) => {
    const { issue } = requireIssue(server.db, rights, values.issue);
    comment(server, rights, issue.id, values.text);
    return changedIssue(server, rights, issue.id);
  }),
  post(
    'issues/bulk_change',
    { issues: requiredList, do_transition: choice(transitionsOf), assign: selector, comment: selector },
    ({ server, rights, values }) => {
      if (!rights.user) throw authenticationRequired();
      // Real servers know `_me` only where one issue is assigned.
      const assignee = requireLogin(server.db, values.assign);
      const changed: Issue[] = [];
      for (const found of foundIssues(server.db, values.issues)) {
        const issue = issueById(server.db, found.id);
        const project = projectById(server.db, found.projectId);
        if (!issue || !project || rights.isAnalysisToken || !rights.has('user', project)) continue;
        const name = values.do_transition;
        const state =
          name !== undefined && mayDo(name, isIssueAdmin(server, rights, found))
            ? stateAfterTransition(issue, name)
            : undefined;
        const isAssigned = assignee !== undefined && assignee !== issue.assignee;
        if (state || isAssigned) changed.push({ ...issue, ...state, ...(isAssigned ? { assignee } : {}) });
      }
      saveIssueChanges(server, changed);
      if (values.comment !== undefined)
        for (const { id } of changed) comment(server, rights, id, values.comment);
      const total = values.issues.length;
      return { total, success: changed.length, ignored: total - changed.length, failures: 0 };
    },
  ),
  get('rules/show', { key: required() }, ({ server, values: { key } }) => {
    if (!key.includes(':')) throw badRequest(`Invalid rule key: ${key}`);
    const rule = ruleByKey(server.db, key);
    if (!rule) throw notFound(`Rule not found: ${key}`);
    return { rule: ruleJson(server, rule) };
  }),
  get('languages/list', { q: selector }, ({ values: { q = '' } }) => {
    const wanted = q.toLowerCase();
    return {
      languages: Object.entries(names)
        .filter(([key, name]) => key.includes(wanted) || name.toLowerCase().includes(wanted))
        .map(([key, name]) => ({ key, name })),
    };
  }),
];
