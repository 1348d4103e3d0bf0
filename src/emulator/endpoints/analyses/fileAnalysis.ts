import * as z from 'zod/mini';
import { newId, type Database } from '../../store/database.ts';
import { findingOf } from '../../analysis/apply.ts';
import { linesOf } from '../../../core/issues/lineMap.ts';
import { storedLocation } from '../../analysis/findings.ts';
import type { ReportIssue } from '../../report.ts';
import { track } from '../../analysis/tracking.ts';
import { post, type Call } from '../../http/endpoint.ts';
import { badRequest, insufficientPrivileges } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { languageOf, scopeOf } from '../../scanner/sourceFiles.ts';
import { latestAnalysis } from '../../store/analyses/analyses.ts';
import { issuesOfFile, type Issue } from '../../store/issues/issues.ts';
import type { Branch } from '../../store/projects/projects.ts';
import { hasAgentFeatures } from '../projects/organizations.ts';
import { requireBranch, requireBrowse, requireOrganization, requireProject } from '../lookups.ts';

const order = z.object({
  organizationKey: z.optional(z.string()),
  projectKey: z.string(),
  branchName: z.optional(z.string()),
  filePath: z.string().check(z.minLength(1)),
  fileContent: z.string(),
  fileScope: z.optional(z.enum(['MAIN', 'TEST'])),
  /** Ignored: the analyzers here have only one depth. */
  analysisDepth: z.optional(z.enum(['STANDARD', 'DEEP'])),
});

/** Analyses a file that an agent sends, and compares the result with the stored one. Nothing is stored. */
async function analyseFile({ server, rights, json }: Call<unknown>): Promise<Json> {
  const parsed = order.safeParse(json);
  if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
  const { organizationKey, projectKey, branchName, filePath, fileContent, fileScope } = parsed.data;
  requireOrganization(server, organizationKey);
  if (server.dialect.isCloud && !hasAgentFeatures(server.plan)) throw insufficientPrivileges();
  const project = requireProject(server.db, projectKey);
  const branch = requireBranch(server.db, project, { branch: branchName });
  requireBrowse(rights, project);
  const language = languageOf(filePath);
  if (language === undefined)
    return {
      id: newId(),
      issues: [],
      errors: [{ code: 'LANGUAGE_NOT_SUPPORTED', message: `No analyzer knows the language of ${filePath}` }],
    };
  const { issues } = await server.analyzeFile({
    path: filePath,
    language,
    scope: fileScope ?? scopeOf(filePath),
    source: fileContent,
  });
  const found = issues.map((issue) => ({ issue, id: newId() }));
  const shown = found.map(({ issue, id }) => issueJson(issue, id));
  return {
    id: newId(),
    issues: shown,
    patchResult: compare(server.db, branch, filePath, fileContent, found),
  };
}

const issueJson = ({ path, rule, message, textRange }: ReportIssue, id: string): Json => ({
  id,
  filePath: path,
  rule,
  message,
  textRange,
});

/** Returns which issues are not open since the latest analysis; `undefined` before the first one. */
function compare(
  db: Database,
  branch: Branch,
  path: string,
  source: string,
  found: readonly { issue: ReportIssue; id: string }[],
): Json {
  if (!latestAnalysis(db, branch.id)) return undefined;
  const isOpen = ({ status, resolution }: Issue): boolean => status !== 'CLOSED' && resolution === null;
  const known = issuesOfFile(db, branch.id, path).filter(isOpen);
  const lines = linesOf(source);
  const matches = track(
    found.map(({ issue }) => findingOf(issue, storedLocation(lines, issue))),
    known,
  );
  return { newIssues: found.filter((_, index) => matches[index] === undefined).map(({ id }) => id) };
}

export const fileAnalysisEndpoints = [
  post({ path: 'a3s-analysis/analyses', host: 'v2', only: 'agentFeatures' }, {}, analyseFile),
];
