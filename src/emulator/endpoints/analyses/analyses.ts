import { get, post } from '../../http/endpoint.ts';
import { formatDate } from '../../http/dates.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { date, required, selector, pageOf, paging, pagingJson } from '../../http/parameters.ts';
import type { ServerContext } from '../../serverContext.ts';
import { analysesOf, eventsOf } from '../../store/analyses/analyses.ts';
import { branchById, projectById, projectByKey } from '../../store/projects/projects.ts';
import { taskById, tasksOf, type Task } from '../../store/analyses/tasks.ts';
import {
  requireBranch,
  requireBrowse,
  requireComponent,
  requireOrganization,
  requireProject,
} from '../lookups.ts';
import { createProject } from '../projects/projects.ts';

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

export const analysisEndpoints = [
  post(
    'ce/submit',
    {
      projectKey: required({ max: 400 }),
      organization: selector,
      characteristic: selector,
    },
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
    {
      project: required(),
      branch: selector,
      pullRequest: selector,
      from: date,
      ...paging,
    },
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
];
