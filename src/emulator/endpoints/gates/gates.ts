import type { Database } from '../../store/database.ts';
import type { Dialect } from '../../dialect.ts';
import { caycStatus, standardConditions, withValuesOnly } from '../../gate/evaluate.ts';
import {
  addCondition,
  addGate,
  conditionById,
  conditionsOf,
  gateById,
  gateByName,
  gateOf,
  gates,
  removeCondition,
  selectGate,
  type Condition,
  type Gate,
} from '../../store/projects/gates.ts';
import {
  analysisById,
  frozenGate,
  latestAnalysis,
  type Analysis,
  type GateResult,
} from '../../store/analyses/analyses.ts';
import { liveGate } from '../../gate/live.ts';
import { isNewCode, metrics } from '../../gate/metrics.data.ts';
import { formatDate } from '../../http/dates.ts';
import { endpoint } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { choice, required, selector } from '../../http/parameters.ts';
import { branchById, projectById, type Project } from '../../store/projects/projects.ts';
import { requireBranch, requireProject } from '../lookups.ts';

function statusJson(
  dialect: Dialect,
  result: GateResult | undefined,
  analysis: Analysis | undefined,
  cayc: Json,
): Json {
  if (!result)
    return { status: 'NONE', conditions: [], periods: dialect.periods ? [] : undefined, caycStatus: cayc };
  const period = analysis?.periodDate
    ? {
        mode: 'PREVIOUS_VERSION',
        date: formatDate(analysis.periodDate),
        parameter: analysis.periodParameter,
      }
    : undefined;
  return {
    status: result.level,
    conditions: result.conditions.map(({ metric, op, error, actual, level }) => ({
      status: level,
      metricKey: metric,
      comparator: op,
      periodIndex: dialect.periods && isNewCode(metric) ? 1 : undefined,
      errorThreshold: error,
      actualValue: actual,
    })),
    periods: dialect.periods ? (period ? [{ index: 1, ...period }] : []) : undefined,
    ignoredConditions: result.ignoredConditions,
    period,
    caycStatus: cayc,
  };
}

const caycOf = (db: Database, gate: Gate): string => caycStatus(conditionsOf(db, gate.id));

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

const gateOperator = choice(['LT', 'GT']);

export const gateEndpoints = [
  endpoint({
    path: 'qualitygates/project_status',
    method: 'GET',
    parameters: {
      analysisId: selector,
      projectId: selector,
      projectKey: selector,
      branch: selector,
      pullRequest: selector,
    },
    answer: ({ server, rights, values }) => {
      const { db } = server;
      if (values.analysisId !== undefined) {
        const analysis = analysisById(db, values.analysisId);
        const project = analysis && projectById(db, branchById(db, analysis.branchId)?.projectId ?? '');
        if (!project) throw notFound(`Analysis with id '${values.analysisId}' is not found`);
        rights.require(rights.mayReadGate(project));
        const cayc = caycOf(db, gateOf(db, project));
        return {
          projectStatus: statusJson(server.dialect, withValuesOnly(frozenGate(analysis)), analysis, cayc),
        };
      }
      if ((values.projectId === undefined) === (values.projectKey === undefined))
        throw badRequest("Either 'analysisId', 'projectId' or 'projectKey' must be provided");
      if (values.branch !== undefined && values.pullRequest !== undefined)
        throw badRequest("Either 'branch' or 'pullRequest' can be provided, not both");
      const project = projectOf(db, values);
      const branch = requireBranch(db, project, values);
      rights.require(rights.mayReadGate(project));
      const cayc = caycOf(db, gateOf(db, project));
      const latest = latestAnalysis(db, branch.id);
      return { projectStatus: statusJson(server.dialect, liveGate(db, branch.id), latest, cayc) };
    },
  }),
  endpoint({
    path: 'qualitygates/list',
    method: 'GET',
    parameters: {},
    answer: ({ server, rights }) => {
      const { db } = server;
      const mayChange = rights.hasGlobal('gateadmin');
      return {
        qualitygates: gates(db).map((gate) => ({
          name: gate.name,
          isDefault: gate.isDefault === 1,
          isBuiltIn: gate.isBuiltIn === 1,
          actions: gateRights(gate, mayChange),
          caycStatus: caycOf(db, gate),
        })),
        actions: { create: mayChange },
      };
    },
  }),
  endpoint({
    path: 'qualitygates/show',
    method: 'GET',
    parameters: { name: required() },
    answer: ({ server, rights, values }) => {
      const { db } = server;
      const gate = requireGate(db, values.name);
      return {
        name: gate.name,
        conditions: conditionsOf(db, gate.id).map(({ id, metric, op, error }) => ({ id, metric, op, error })),
        isBuiltIn: gate.isBuiltIn === 1,
        isDefault: gate.isDefault === 1,
        actions: gateRights(gate, rights.hasGlobal('gateadmin')),
        caycStatus: caycOf(db, gate),
      };
    },
  }),
  endpoint({
    path: 'qualitygates/create',
    method: 'POST',
    parameters: { name: required({ max: 100 }) },
    answer: ({ server, rights, values: { name } }) => {
      const { db } = server;
      rights.require(rights.hasGlobal('gateadmin'));
      if (gateByName(db, name)) throw badRequest('Name has already been taken');
      const gate = addGate(db, { name, isBuiltIn: 0, isDefault: 0 }, standardConditions);
      return { name: gate.name };
    },
  }),
  endpoint({
    path: 'qualitygates/create_condition',
    method: 'POST',
    parameters: {
      gateName: required(),
      metric: required(),
      op: gateOperator,
      error: required({ max: 64 }),
    },
    answer: ({ server, rights, values }) => {
      rights.require(rights.hasGlobal('gateadmin'));
      const gate = requireChangeable(requireGate(server.db, values.gateName));
      const condition: Condition = { metric: values.metric, op: values.op ?? 'GT', error: values.error };
      checkCondition(server.db, gate, condition);
      const { id, metric, op, error } = addCondition(server.db, gate.id, condition);
      return { id, metric, op, error };
    },
  }),
  endpoint({
    path: 'qualitygates/delete_condition',
    method: 'POST',
    parameters: { id: required() },
    answer: ({ server, rights, values }) => {
      rights.require(rights.hasGlobal('gateadmin'));
      gateOfCondition(server.db, values.id);
      removeCondition(server.db, values.id);
    },
  }),
  endpoint({
    path: 'qualitygates/select',
    method: 'POST',
    parameters: { gateName: required(), projectKey: required() },
    answer: ({ server, rights, values }) => {
      const gate = requireGate(server.db, values.gateName);
      const project = requireProject(server.db, values.projectKey);
      rights.require(rights.hasGlobal('gateadmin') || rights.has('admin', project));
      selectGate(server.db, project.id, gate.id);
    },
  }),
];

function projectOf(
  db: Database,
  { projectId, projectKey }: { projectId: string | undefined; projectKey: string | undefined },
): Project {
  if (projectKey !== undefined) return requireProject(db, projectKey);
  const project = projectById(db, projectId ?? '');
  if (!project) throw notFound(`Project '${String(projectId)}' not found`);
  return project;
}

function requireChangeable(gate: Gate): Gate {
  if (gate.isBuiltIn) throw badRequest(`Operation forbidden for built-in Quality Gate '${gate.name}'`);
  return gate;
}

function gateOfCondition(db: Database, id: string): Gate {
  const condition = conditionById(db, id);
  const gate = condition && gateById(db, condition.gateId);
  if (!gate) throw notFound(`No quality gate condition with uuid '${id}'`);
  return requireChangeable(gate);
}

function gateRights(gate: Gate, mayChange: boolean): Json {
  const mayEdit = mayChange && !gate.isBuiltIn;
  return {
    rename: mayEdit,
    setAsDefault: mayChange && !gate.isDefault,
    copy: mayChange,
    associateProjects: mayChange && !gate.isDefault,
    delete: mayEdit && !gate.isDefault,
    manageConditions: mayEdit,
    delegate: mayEdit,
  };
}
