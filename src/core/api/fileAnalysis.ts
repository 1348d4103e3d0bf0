import * as z from 'zod/mini';
import type { Api } from './client.ts';

interface FileToAnalyse {
  /** Undefined on a platform without organizations, which answers at its own address. */
  readonly organization?: string | undefined;
  readonly project: string;
  readonly branch?: string | undefined;
  /** The path below the project. */
  readonly path: string;
  readonly content: string;
  readonly scope?: 'MAIN' | 'TEST' | undefined;
  /** `DEEP` takes longer and finds more. The platform's default is `STANDARD`. */
  readonly depth?: 'STANDARD' | 'DEEP' | undefined;
}

const analyzed = z.object({
  issues: z._default(
    z.array(
      z.object({
        id: z.optional(z.string()),
        rule: z.string(),
        message: z.string(),
        filePath: z.optional(z.nullable(z.string())),
        textRange: z.optional(z.nullable(z.object({ startLine: z.number(), endLine: z.number() }))),
      }),
    ),
    [],
  ),
  /** Compared with the last analysis of the project; absent before the first one. */
  patchResult: z.optional(z.nullable(z.object({ newIssues: z.array(z.string()) }))),
  errors: z.optional(z.nullable(z.array(z.object({ code: z.string(), message: z.string() })))),
});
type FileAnalysis = z.output<typeof analyzed>;

/** Analyses a file with a deadline of 60 s. The cloud's v2 host stores nothing; the organization needs the feature. */
export function analyseFile(v2: Api, file: FileToAnalyse): Promise<FileAnalysis> {
  const { organization, project, branch, path, content, scope, depth } = file;
  const body = {
    organizationKey: organization,
    projectKey: project,
    branchName: branch,
    filePath: path,
    fileContent: content,
    fileScope: scope,
    analysisDepth: depth,
  };
  return v2.with({ timeoutMs: 60_000 }).postJson('a3s-analysis/analyses', body, analyzed);
}
