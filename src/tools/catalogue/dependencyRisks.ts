import * as z from 'zod';
import { searchDependencyRisks } from '../../core/api/dependencyRisks.ts';
import { branchInput, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const dependencyRiskTools: Tools = {
  search_dependency_risks: defineTool({
    title: 'Dependency risks',
    description: 'Known vulnerabilities in the dependencies of a project.',
    effect: 'read',
    input: z.strictObject({ projectKey, ...branchInput, ...pageInput }),
    output: z.strictObject({
      dependencyRisks: z.array(
        z.strictObject({
          key: z.string(),
          severity: z.string().optional(),
          type: z.string().optional(),
          status: z.string().optional(),
          vulnerability: z.string().optional(),
          score: z.string().optional(),
          package: z.string().optional(),
          version: z.string().optional(),
        }),
      ),
      ...pageOutput,
    }),
    async run({ v2, target }, input) {
      const { projectKey: project, branch, pullRequest } = input;
      const root = target.kind === 'cloud' ? 'sca' : 'api/v2/sca';
      const { rows, ...rest } = await readPage(
        input,
        100,
        (page) => searchDependencyRisks(v2, root, { project, branch, pullRequest, ...page }),
        ({ key, severity, type, status, vulnerabilityId, cvssScore, release }) => ({
          key,
          severity,
          type,
          status,
          vulnerability: vulnerabilityId ?? undefined,
          score: cvssScore ?? undefined,
          package: release?.packageName,
          version: release?.version,
        }),
      );
      return { dependencyRisks: rows, ...rest };
    },
  }),
};
