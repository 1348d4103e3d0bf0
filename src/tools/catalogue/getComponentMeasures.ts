import * as z from 'zod';
import { getComponentMeasures as get } from '../../core/api/componentMeasures.ts';
import { branchInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

const usual = [
  'alert_status',
  'ncloc',
  'coverage',
  'duplicated_lines_density',
  'violations',
  'bugs',
  'vulnerabilities',
  'code_smells',
  'security_hotspots',
];

export const getComponentMeasures = defineTool({
  name: 'get_component_measures',
  title: 'Measures',
  description: 'Live measures of a project, or of a file by its path.',
  toolset: 'measures',
  effect: 'read',
  input: z.strictObject({
    projectKey,
    path: z.string().optional(),
    metricKeys: listOfKeys.min(1).optional(),
    ...branchInput,
  }),
  output: z.strictObject({ component: z.string(), measures: z.record(z.string(), z.string()) }),
  async run(
    { api, signal },
    { projectKey: project, path, metricKeys: metrics = usual, branch, pullRequest },
  ) {
    const component = path === undefined ? project : `${project}:${path}`;
    const { key, measures } = await get(api, { component, branch, pullRequest, metrics }, { signal });
    return { component: key, measures: { ...measures } };
  },
});
