import * as z from 'zod/mini';
import { linesOf } from '../../core/issues/lineMap.ts';
import { findingOf, storedLocation } from '../analysis/apply.ts';
import { track } from '../analysis/tracking.ts';
import { badRequest, insufficientPrivileges, notFound } from '../errors.ts';
import { get, post, type Call } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import { branchSelection, date, pageOf, paging, pagingJson, required, selector } from '../http/parameters.ts';
import type { ReportIssue } from '../report.ts';
import { languageOf, scopeOf } from '../scanner/sourceFiles.ts';
import type { ServerContext } from '../serverContext.ts';
import { analysesOf, eventsOf, latestAnalysis } from '../store/analyses/analyses.ts';
import { taskById, tasksOf, type Task } from '../store/analyses/tasks.ts';
import { newId, type Database } from '../store/database.ts';
import { issuesOfFile, type Issue } from '../store/issues/issues.ts';
import { branchById, projectById, projectByKey, type Branch } from '../store/projects.ts';
import {
  requireBranch,
  requireBrowse,
  requireComponent,
  requireOrganization,
  requireProject,
} from './lookups.ts';
import { createProject, hasAgentFeatures } from './projects.ts';

function taskJson({ db }: ServerContext, task: Task): Json {
  const project = projectById(db, task.projectId);
  const branch = task.branchId === null ? undefined : branchById(db, task.branchId);
  return {
    id: task.id,
    componentKey: project?.key,
    analysisId: task.analysisId,
    status: task.status,
    branch: branch?.kind === 'BRANCH' && !branch.isMain ? branch.name : undefined,
    pullRequest: branch?.kind === 'PULL_REQUEST' ? branch.name : undefined,
    errorMessage: task.errorMessage,
  };
}

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

/**
 * Analyses a file that an agent sends and compares the result with the stored one; nothing is stored. The cloud serves
 * this on its other host, for plans with agent features; a server serves it at its own address.
 */
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

export const analysisEndpoints = [
  post(
    'ce/submit',
    { projectKey: required({ max: 400 }), organization: selector, characteristic: selector },
    ({ server, rights, values, parts }) => {
      const organization = requireOrganization(server, values.organization);
      const { projectKey, characteristic } = values;
      if (characteristic !== undefined && !server.hasBranches)
        throw badRequest(
          'To use the property "sonar.branch.name" and analyze branches, Developer Edition or above is required.',
        );
      const known = projectByKey(server.db, projectKey);
      // A first analysis creates its project, if the caller has the right.
      if (!known) rights.require(rights.hasGlobal('scan'));
      const project =
        known ??
        createProject(server, rights, {
          key: projectKey,
          name: projectKey,
          isPrivate: 0,
          organization: organization ?? null,
        });
      rights.require(rights.mayScan(project));
      const report = parts.get('report');
      if (!report) throw badRequest("The 'report' parameter is missing");
      return { taskId: server.submitReport(project, report), projectId: project.id };
    },
  ),
  get('ce/task', { id: required() }, ({ server, rights, values }) => {
    const task = taskById(server.db, values.id);
    const project = task && projectById(server.db, task.projectId);
    if (!project) throw notFound(`No activity found for task '${values.id}'`);
    rights.require(rights.mayScan(project) || rights.has('admin', project) || rights.hasGlobal('admin'));
    return { task: taskJson(server, task) };
  }),
  get('ce/component', { component: required() }, ({ server, rights, values }) => {
    const { project } = requireComponent(server.db, values.component);
    requireBrowse(rights, project);
    const tasks = tasksOf(server.db, project.id, 1000);
    const [current] = tasks.filter(({ executedAt }) => executedAt !== null);
    const queue = tasks.filter(({ executedAt }) => executedAt === null).reverse();
    return {
      queue: queue.map((task) => taskJson(server, task)),
      current: current && taskJson(server, current),
    };
  }),
  get(
    'project_analyses/search',
    { project: required(), ...branchSelection, from: date, ...paging },
    ({ server, rights, values }) => {
      const project = requireProject(server.db, values.project);
      const branch = requireBranch(server.db, project, values);
      requireBrowse(rights, project);
      const { from = 0 } = values;
      const analyses = analysesOf(server.db, branch.id)
        .filter(({ date: at }) => at >= from)
        .reverse();
      return {
        paging: pagingJson(values, analyses.length),
        analyses: pageOf(analyses, values).map((analysis) => ({
          key: analysis.id,
          date: formatDate(analysis.date),
          events: eventsOf(server.db, analysis.id).map(({ category, name }) => ({ category, name })),
          projectVersion: analysis.version,
          revision: analysis.revision,
        })),
      };
    },
  ),
  post({ path: 'a3s-analysis/analyses', host: 'v2', only: 'agentFeatures' }, {}, analyseFile),
];
