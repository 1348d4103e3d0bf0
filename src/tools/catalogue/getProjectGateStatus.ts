import * as z from 'zod';
import { getProjectGate } from '../../core/api/qualityGates.ts';
import { branchInput, projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

export const getProjectGateStatus = defineTool({
  name: 'get_project_quality_gate_status',
  title: 'Gate status of a project',
  description: 'Live gate status with all conditions.',
  toolset: 'quality-gates',
  effect: 'read',
  input: z.strictObject({ projectKey, ...branchInput }),
  output: z.strictObject({
    status: z.string(),
    conditions: z.array(
      z.strictObject({
        metricKey: z.string(),
        status: z.string(),
        comparator: z.string().optional(),
        errorThreshold: z.string().optional(),
        actualValue: z.string().optional(),
      }),
    ),
    ignoredConditions: z.boolean().optional(),
  }),
  async run({ api, signal }, { projectKey: project, branch, pullRequest }) {
    return getProjectGate(api, { project, branch, pullRequest }, { signal });
  },
});
