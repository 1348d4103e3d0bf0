import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';

/** Statuses we have not heard of stay as they are and are never taken for passed. `NONE`: never analysed. */
export type GateStatus = 'OK' | 'WARN' | 'ERROR' | 'NONE' | (string & {});

const condition = z.object({
  status: z.string(),
  metricKey: z.string(),
  comparator: z.optional(z.string()),
  errorThreshold: z.optional(z.string()),
  // Absent where the metric has no value.
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

/** The live gate of a project's main branch, or of `branch`. */
export async function getProjectGate(
  api: Api,
  { project, branch }: { readonly project: string; readonly branch?: string | undefined },
  options?: CallOptions,
): Promise<ProjectGate> {
  const parameters = { projectKey: project, branch };
  return (await api.get('api/qualitygates/project_status', parameters, projectStatus, options)).projectStatus;
}
