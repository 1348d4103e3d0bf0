import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';

export interface FileToAnalyse {
  readonly organization: string;
  readonly project: string;
  readonly branch?: string | undefined;
  /** Below the project. */
  readonly path: string;
  readonly content: string;
  readonly scope?: 'MAIN' | 'TEST' | undefined;
}

const analysed = z.object({
  issues: z._default(
    z.array(
      z.object({
        rule: z.string(),
        message: z.string(),
        filePath: z.optional(z.nullable(z.string())),
        textRange: z.optional(z.nullable(z.object({ startLine: z.number(), endLine: z.number() }))),
      }),
    ),
    [],
  ),
  errors: z.optional(z.nullable(z.array(z.object({ code: z.string(), message: z.string() })))),
});
export type FileAnalysis = z.output<typeof analysed>;

/** Analyses one file on the cloud without storing anything; over its v2 host, for organizations with the feature. */
export function analyseFile(v2: Api, file: FileToAnalyse, options?: CallOptions): Promise<FileAnalysis> {
  const { organization, project, branch, path, content, scope } = file;
  const body = {
    organizationKey: organization,
    projectKey: project,
    branchName: branch,
    filePath: path,
    fileContent: content,
    fileScope: scope,
  };
  return v2.postJson('a3s-analysis/analyses', body, analysed, { timeoutMs: 60_000, ...options });
}
