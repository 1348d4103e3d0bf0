import * as z from 'zod/mini';
import type { Api, BranchOrPullRequest } from './client.ts';

/** Unknown statuses are kept and never treated as passed. `NONE` means that the project was never analyzed. */
export type GateStatus = 'OK' | 'WARN' | 'ERROR' | 'NONE' | (string & {});

const condition = z.object({
  status: z.string(),
  metricKey: z.string(),
  comparator: z.optional(z.string()),
  errorThreshold: z.optional(z.string()),
  // Absent if the metric has no value.
  actualValue: z.optional(z.string()),
});
export type GateCondition = z.output<typeof condition>;

const projectStatus = z.object({
  projectStatus: z.object({
    status: z.string(),
    conditions: z._default(z.array(condition), []),
    ignoredConditions: z.optional(z.boolean()),
  }),
});
export type ProjectGate = z.output<typeof projectStatus>['projectStatus'];

export interface ProjectGateQuery extends BranchOrPullRequest {
  readonly project: string;
}

/** Returns the live gate of `branch` or of `pullRequest`, or of the project's main branch if neither is given. */
export async function getProjectGate(
  api: Api,
  { project, branch, pullRequest }: ProjectGateQuery,
): Promise<ProjectGate> {
  const parameters = { projectKey: project, branch, pullRequest };
  return (await api.get('api/qualitygates/project_status', parameters, projectStatus)).projectStatus;
}

/** Returns the gate as it was after one analysis, even if a later analysis has changed it. */
export async function getAnalysisGate(api: Api, analysisId: string): Promise<ProjectGate> {
  return (await api.get('api/qualitygates/project_status', { analysisId }, projectStatus)).projectStatus;
}

const listedGate = z.object({
  name: z.string(),
  isDefault: z.optional(z.boolean()),
  isBuiltIn: z.optional(z.boolean()),
});
type QualityGate = z.output<typeof listedGate>;

/** Returns all gates. `organization` is required on the cloud and absent elsewhere. */
export async function listQualityGates(
  api: Api,
  { organization }: { readonly organization?: string | undefined } = {},
): Promise<readonly QualityGate[]> {
  const list = { key: 'qualitygates', item: listedGate };
  return (await api.list('api/qualitygates/list', { organization }, list)).items;
}

const definedCondition = z.object({
  metric: z.string(),
  op: z.optional(z.string()),
  error: z.optional(z.string()),
});
const gateDefinition = z.object({ conditions: z._default(z.array(definedCondition), []) });
type GateDefinition = z.output<typeof gateDefinition>;

/** Returns the conditions of the gate `name`. `organization` is required on the cloud and absent elsewhere. */
export function showQualityGate(
  api: Api,
  { name, organization }: { readonly name: string; readonly organization?: string | undefined },
): Promise<GateDefinition> {
  return api.get('api/qualitygates/show', { name, organization }, gateDefinition);
}

/** Returns the address of a gate's page, built here so that an event cannot choose which page the user opens. */
export function gatePage(baseUrl: string, { project, branch, pullRequest }: ProjectGateQuery): string {
  const query = new URLSearchParams({ id: project });
  if (branch !== undefined) query.set('branch', branch);
  if (pullRequest !== undefined) query.set('pullRequest', pullRequest);
  return `${baseUrl}/dashboard?${query.toString()}`;
}
