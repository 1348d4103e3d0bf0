import type { Database } from '../../store/database.ts';
import { standardConditions, withValuesOnly } from '../../gate/evaluate.ts';
import {
  addCondition,
  addGate,
  conditionById,
  conditionsOf,
  gateById,
  gateByName,
  gates,
  removeCondition,
  selectGate,
  type Condition,
  type Gate,
} from '../../store/projects/gates.ts';
import { analysisById, frozenGate, type GateResult } from '../../store/analyses/analyses.ts';
import { liveGate } from '../../gate/live.ts';
import { metrics } from '../../gate/metrics.data.ts';
import { get, post } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { choice, required, selector } from '../../http/parameters.ts';
import { branchById, projectById } from '../../store/projects/projects.ts';
import { requireBranch, requireProject } from '../lookups.ts';

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

const gateOperator = choice(['LT', 'GT']);

export const gateEndpoints = [
  get(
    'qualitygates/project_status',
    {
      analysisId: selector,
      projectKey: selector,
      branch: selector,
      pullRequest: selector,
    },
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
    {
      gateName: required(),
      metric: required(),
      op: gateOperator,
      error: required({ max: 64 }),
    },
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
];

function requireChangeable(gate: Gate): Gate {
  if (gate.isBuiltIn) throw badRequest(`Operation forbidden for built-in Quality Gate '${gate.name}'`);
  return gate;
}
