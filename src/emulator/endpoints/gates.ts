import { authenticationRequired, badRequest, notFound } from '../errors.ts';
import { standardConditions, withValuesOnly } from '../gate/evaluate.ts';
import { liveGate } from '../gate/live.ts';
import { metrics } from '../gate/metrics.data.ts';
import { get, post } from '../http/endpoint.ts';
import {
  branchQuery,
  dashboardLink,
  formatDate,
  parseDateTime,
  urlEncode,
  type Json,
} from '../http/formats.ts';
import { branchSelection, choice, required, requiredList, selector } from '../http/parameters.ts';
import type { ServerContext } from '../serverContext.ts';
import { analysisById, frozenGate, gateEventsFrom, type GateResult } from '../store/analyses/analyses.ts';
import type { Database } from '../store/database.ts';
import { newIssuesFrom } from '../store/issues/issueSearch.ts';
import {
  addCondition,
  addGate,
  branchById,
  conditionById,
  conditionsOf,
  gateById,
  gateByName,
  gates,
  projectById,
  projectByKey,
  removeCondition,
  selectGate,
  type Condition,
  type Gate,
  type Project,
} from '../store/projects.ts';
import { requireBranch, requireProject } from './lookups.ts';

function statusJson(result: GateResult | undefined): Json {
  if (!result) return { status: 'NONE', conditions: [] };
  return {
    status: result.level,
    conditions: result.conditions.map(({ metric, op, error, actual, level }) => ({
      status: level,
      metricKey: metric,
      comparator: op,
      errorThreshold: error,
      actualValue: actual,
    })),
    ignoredConditions: result.ignoredConditions,
  };
}

function requireGate(db: Database, name: string): Gate {
  const gate = gateByName(db, name);
  if (!gate) throw notFound(`No quality gate has been found for name ${name}`);
  return gate;
}

function checkCondition(db: Database, gate: Gate, condition: Condition): void {
  const metric = metrics.get(condition.metric);
  if (!metric || metric.type === 'DATA' || metric.key === 'alert_status')
    throw badRequest(
      metric
        ? `Metric '${condition.metric}' cannot be used to define a condition.`
        : `There is no metric with key=${condition.metric}`,
    );
  // When higher values are worse, only a maximum is useful, and vice versa.
  const only = { '-1': 'GT', '0': condition.op, '1': 'LT' }[metric.direction];
  if (condition.op !== only) throw badRequest(`Operator ${condition.op} is not allowed for this metric.`);
  if (Number.isNaN(Number(condition.error)))
    throw badRequest(`Invalid value '${condition.error}' for metric '${metric.name}'`);
  if (conditionsOf(db, gate.id).some(({ metric: other }) => other === condition.metric))
    throw badRequest(`Condition on metric '${metric.name}' already exists.`);
}

function requireChangeable(gate: Gate): Gate {
  if (gate.isBuiltIn) throw badRequest(`Operation forbidden for built-in Quality Gate '${gate.name}'`);
  return gate;
}

interface Listed {
  readonly project: Project;
  readonly after: number;
}

interface DeveloperEvent {
  readonly category: 'QUALITY_GATE' | 'NEW_ISSUES';
  readonly message: string;
  readonly link: string;
  readonly project: string;
  readonly date: number;
}

const byDate = (a: DeveloperEvent, b: DeveloperEvent): number => a.date - b.date;

function gateEvents({ db, url }: ServerContext, { project, after }: Listed): DeveloperEvent[] {
  return gateEventsFrom(db, project.id, after).map(({ name, date, branch, isMain }) => ({
    category: 'QUALITY_GATE',
    message: `Quality Gate status of project '${project.name}'${isMain ? '' : ` on branch '${branch}'`} changed to '${name}'`,
    link: dashboardLink(url, project.key, { name: branch, kind: 'BRANCH', isMain }),
    project: project.key,
    date,
  }));
}

/** Returns events about open issues that were created since then and are assigned to the caller. */
function newIssueEvents(
  { db, url }: ServerContext,
  { project, after }: Listed,
  login: string,
): DeveloperEvent[] {
  return newIssuesFrom(db, project.id, login, after).map(({ count, date, ...branch }) => {
    const kind = branch.kind === 'BRANCH' ? 'branch' : 'pull request';
    const where = branch.isMain ? '' : ` on ${kind} '${branch.name}'`;
    const query = `id=${urlEncode(project.key)}&createdAfter=${urlEncode(formatDate(after))}&assignees=${urlEncode(login)}&resolved=false`;
    return {
      category: 'NEW_ISSUES',
      message: `You have ${count} new issue${count === 1 ? '' : 's'} on project '${project.name}'${where}`,
      link: `${url}/project/issues?${query}${branchQuery(branch)}`,
      project: project.key,
      date,
    };
  });
}

export const gateEndpoints = [
  get(
    'qualitygates/project_status',
    { analysisId: selector, projectKey: selector, ...branchSelection },
    ({ server, rights, values }) => {
      const { db } = server;
      if (values.analysisId !== undefined) {
        const analysis = analysisById(db, values.analysisId);
        const project = analysis && projectById(db, branchById(db, analysis.branchId)?.projectId ?? '');
        if (!project) throw notFound(`Analysis with id '${values.analysisId}' is not found`);
        rights.require(rights.mayReadGate(project));
        return { projectStatus: statusJson(withValuesOnly(frozenGate(analysis))) };
      }
      if (values.projectKey === undefined)
        throw badRequest("Either 'analysisId', 'projectId' or 'projectKey' must be provided");
      const project = requireProject(db, values.projectKey);
      const branch = requireBranch(db, project, values);
      rights.require(rights.mayReadGate(project));
      return { projectStatus: statusJson(liveGate(db, branch.id)) };
    },
  ),
  get('qualitygates/list', {}, ({ server: { db } }) => ({
    qualitygates: gates(db).map((gate) => ({
      name: gate.name,
      isDefault: gate.isDefault === 1,
      isBuiltIn: gate.isBuiltIn === 1,
    })),
  })),
  get('qualitygates/show', { name: required() }, ({ server: { db }, values }) => {
    const gate = requireGate(db, values.name);
    return {
      name: gate.name,
      conditions: conditionsOf(db, gate.id).map(({ id, metric, op, error }) => ({ id, metric, op, error })),
      isBuiltIn: gate.isBuiltIn === 1,
      isDefault: gate.isDefault === 1,
    };
  }),
  post('qualitygates/create', { name: required({ max: 100 }) }, ({ server, rights, values: { name } }) => {
    const { db } = server;
    rights.require(rights.hasGlobal('gateadmin'));
    if (gateByName(db, name)) throw badRequest('Name has already been taken');
    addGate(db, name, standardConditions, 0);
    return { name };
  }),
  post(
    'qualitygates/create_condition',
    { gateName: required(), metric: required(), op: choice(['LT', 'GT']), error: required({ max: 64 }) },
    ({ server, rights, values }) => {
      rights.require(rights.hasGlobal('gateadmin'));
      const gate = requireChangeable(requireGate(server.db, values.gateName));
      const condition: Condition = { metric: values.metric, op: values.op ?? 'GT', error: values.error };
      checkCondition(server.db, gate, condition);
      const { id, metric, op, error } = addCondition(server.db, gate.id, condition);
      return { id, metric, op, error };
    },
  ),
  post('qualitygates/delete_condition', { id: required() }, ({ server, rights, values }) => {
    rights.require(rights.hasGlobal('gateadmin'));
    const condition = conditionById(server.db, values.id);
    const gate = condition && gateById(server.db, condition.gateId);
    if (!gate) throw notFound(`No quality gate condition with uuid '${values.id}'`);
    requireChangeable(gate);
    removeCondition(server.db, values.id);
  }),
  post(
    'qualitygates/select',
    { gateName: required(), projectKey: required() },
    ({ server, rights, values }) => {
      const gate = requireGate(server.db, values.gateName);
      const project = requireProject(server.db, values.projectKey);
      rights.require(rights.hasGlobal('gateadmin') || rights.has('admin', project));
      selectGate(server.db, project.id, gate.id);
    },
  ),
  get(
    'developers/search_events',
    { projects: requiredList, from: requiredList },
    ({ server, rights, values: { projects, from } }) => {
      const { db } = server;
      if (!rights.user) throw authenticationRequired();
      const dates = from.map((text) => {
        const time = parseDateTime(text);
        if (time === undefined) throw badRequest(`'${text}' cannot be parsed as either a date or date+time`);
        return time;
      });
      // A request without projects needs no dates: clients probe with both empty.
      if (projects.length === 0) return { events: [] };
      if (projects.length !== dates.length)
        throw badRequest(
          `The number of components (${projects.length}) and from dates (${dates.length}) must be the same.`,
        );
      const listed = projects.flatMap((key, index) => {
        const project = projectByKey(db, key);
        // Exclusive, in whole seconds. The compared time is the start of the scan.
        const after = Math.floor((dates[index] ?? 0) / 1000) * 1000 + 1000;
        return project && rights.mayList(project) ? { project, after } : [];
      });
      const login = rights.user.login;
      return {
        events: [
          ...listed.flatMap((item) => gateEvents(server, item)).sort(byDate),
          ...listed.flatMap((item) => newIssueEvents(server, item, login)).sort(byDate),
        ].map(({ date, ...event }) => ({ ...event, date: formatDate(date) })),
      };
    },
  ),
];
