import * as z from 'zod';
import { analyseFile } from '../../core/api/fileAnalysis.ts';
import { Problem } from '../definition/fixes.ts';
import { projectKey } from '../definition/inputs.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const analysisTools: Tools = {
  run_advanced_code_analysis: defineTool({
    title: 'Analyze a file',
    description:
      'Analyzes the content of a file in the cloud, in the context of its project; stores nothing.',
    // The tool sends content to the platform, but changes nothing there.
    effect: 'read',
    only: 'cloud',
    input: z.strictObject({
      projectKey,
      branch: z.string().min(1),
      filePath: z.string().min(1),
      fileContent: z.string().max(1_000_000),
      fileScope: z.enum(['MAIN', 'TEST']).optional(),
    }),
    output: z.strictObject({
      found: z.array(
        z.strictObject({
          rule: z.string(),
          message: z.string(),
          line: z.number().optional(),
          endLine: z.number().optional(),
        }),
      ),
      errors: z.array(z.string()),
    }),
    async run({ v2, organization }, { projectKey: project, branch, filePath, fileContent, fileScope }) {
      if (organization === undefined)
        throw new Problem('run_advanced_code_analysis works only in the cloud.');
      const { issues, errors } = await analyseFile(v2, {
        organization,
        project,
        branch,
        path: filePath,
        content: fileContent,
        scope: fileScope,
      });
      return {
        found: issues.map(({ rule, message, textRange }) => ({
          rule,
          message,
          line: textRange?.startLine,
          endLine: textRange?.endLine,
        })),
        errors: (errors ?? []).map(({ code, message }) => `${code}: ${message}`),
      };
    },
  }),
};
