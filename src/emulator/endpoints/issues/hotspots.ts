import { newId } from '../../store/database.ts';
import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import { get, post } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { pageOf, paging, pagingJson } from '../../http/paging.ts';
import { choice, flag, list, required, requiredChoice, selector } from '../../http/parameters.ts';
import { saveReview } from '../../issues/change.ts';
import { latestAnalysis } from '../../store/analyses/analyses.ts';
import {
  findHotspots,
  hotspotById,
  hotspotComments,
  hotspotResolutions,
  hotspotStatuses,
  type Hotspot,
} from '../../store/issues/hotspots.ts';
import { textRangeOf } from '../../store/issues/issues.ts';
import { branchById, projectById, type Branch, type Project } from '../../store/projects/projects.ts';
import { ruleByKey } from '../../store/issues/rules.ts';
import { userByLogin } from '../../store/users/users.ts';
import { componentKey, requireBranch, requireBrowse, requireProject } from '../lookups.ts';
import { baseName } from '../projects/components.ts';

/** A hotspot, its branch and project, and the rights of the caller. */
interface LocatedHotspot {
  readonly server: Pick<ServerContext, 'db' | 'dialect'>;
  readonly rights: Rights;
  readonly hotspot: Hotspot;
  readonly branch: Branch;
  readonly project: Project;
}

function locateHotspot(
  server: LocatedHotspot['server'],
  rights: Rights,
  hotspot: Hotspot,
): LocatedHotspot | undefined {
  const branch = branchById(server.db, hotspot.branchId);
  const project = branch && projectById(server.db, branch.projectId);
  return project && { server, rights, hotspot, branch, project };
}

const common = ({ hotspot }: LocatedHotspot) => ({
  status: hotspot.status,
  resolution: hotspot.resolution,
  line: hotspot.line,
  message: hotspot.message,
  author: hotspot.author ?? '',
  creationDate: formatDate(hotspot.createdAt),
  updateDate: formatDate(hotspot.updatedAt),
  textRange: textRangeOf(hotspot),
  flows: [],
});

function hotspotJson(subject: LocatedHotspot): Json {
  const { server, hotspot, project } = subject;
  return {
    key: hotspot.id,
    component: componentKey(project, hotspot.path),
    project: project.key,
    securityCategory: hotspot.category,
    vulnerabilityProbability: hotspot.probability,
    ...common(subject),
    // The list identifies a user by id, the details by login.
    assignee: hotspot.assignee === null ? undefined : userByLogin(server.db, hotspot.assignee)?.id,
    ruleKey: hotspot.rule,
  };
}

function hotspotDetails(subject: LocatedHotspot): Json {
  const { server, rights, hotspot, project } = subject;
  const { db } = server;
  const rule = ruleByKey(db, hotspot.rule);
  return {
    key: hotspot.id,
    component: fileJson(subject),
    project: projectJson(subject),
    rule: {
      key: hotspot.rule,
      name: rule?.name,
      securityCategory: hotspot.category,
      vulnerabilityProbability: hotspot.probability,
      riskDescription: rule?.description,
    },
    ...common(subject),
    hash: hotspot.lineHash,
    assignee: hotspot.assignee,
    comment: hotspotComments(db, hotspot.id).map(({ id, login, markdown, createdAt }) => ({
      key: id,
      login,
      markdown,
      createdAt: formatDate(createdAt),
    })),
    canChangeStatus: rights.has('securityhotspotadmin', project),
  };
}

const projectJson = ({ project: { key, name } }: LocatedHotspot): Json => ({
  key,
  name,
});

const fileJson = ({ project, hotspot: { path } }: LocatedHotspot): Json => ({
  key: componentKey(project, path),
  name: baseName(path),
  path,
});

/** Returns the projects and files of hotspots, each once. */
function hotspotComponents(subjects: readonly LocatedHotspot[]): Json[] {
  const components = new Map(
    subjects.flatMap((subject) => [
      [subject.project.key, projectJson(subject)],
      [componentKey(subject.project, subject.hotspot.path), fileJson(subject)],
    ]),
  );
  return [...components.values()];
}

/** Returns a hotspot with its branch and project. Refuses callers who may not browse the project. */
function requireHotspot(server: LocatedHotspot['server'], rights: Rights, key: string): LocatedHotspot {
  const hotspot = hotspotById(server.db, key);
  const subject = hotspot?.closedAt === null ? locateHotspot(server, rights, hotspot) : undefined;
  if (!subject) throw notFound(`Hotspot '${key}' does not exist`);
  requireBrowse(rights, subject.project);
  return subject;
}

const optionalStatus = choice(hotspotStatuses);
const requiredStatus = requiredChoice(hotspotStatuses);
const optionalResolution = choice(hotspotResolutions);

export const hotspotEndpoints = [
  get(
    'hotspots/search',
    {
      project: selector,
      projectKey: selector,
      hotspots: list,
      branch: selector,
      pullRequest: selector,
      files: list,
      status: optionalStatus,
      resolution: optionalResolution,
      inNewCodePeriod: flag,
      sinceLeakPeriod: flag,
      onlyMine: flag,
      ...paging,
    },
    ({ server, rights, values }) => {
      const { db } = server;
      const key = values.project ?? values.projectKey;
      if (key === undefined && !values.hotspots)
        throw badRequest("A value must be provided for either parameter 'project' or parameter 'hotspots'");
      if (values.resolution !== undefined && values.status !== 'REVIEWED')
        throw badRequest(
          `Value '${values.resolution}' of parameter 'resolution' can only be provided if value of parameter 'status' is 'REVIEWED'`,
        );
      const project = key === undefined ? undefined : requireProject(db, key);
      const branch = project && requireBranch(db, project, values);
      if (project) requireBrowse(rights, project);
      const { hotspots, files, status, resolution, onlyMine } = values;
      const wantsNew = values.inNewCodePeriod ?? values.sinceLeakPeriod;
      const found = findHotspots(db, {
        branchId: branch?.id,
        ids: branch ? undefined : hotspots,
        paths: files,
        status,
        resolution,
        createdAfter:
          wantsNew && branch
            ? (latestAnalysis(db, branch.id)?.periodDate ?? Number.MAX_SAFE_INTEGER)
            : undefined,
        assignee: onlyMine ? (rights.user?.login ?? '') : undefined,
      })
        .flatMap((hotspot) => locateHotspot(server, rights, hotspot) ?? [])
        .filter((subject) => rights.has('user', subject.project));
      const shown = pageOf(found, values);
      return {
        paging: pagingJson(values, found.length),
        hotspots: shown.map(hotspotJson),
        components: hotspotComponents(shown),
      };
    },
  ),
  get('hotspots/show', { hotspot: required() }, ({ server, rights, values }) =>
    hotspotDetails(requireHotspot(server, rights, values.hotspot)),
  ),
  post(
    'hotspots/change_status',
    {
      hotspot: required(),
      status: requiredStatus,
      resolution: optionalResolution,
      comment: selector,
    },
    ({ server, rights, values: { hotspot: key, status, resolution, comment } }) => {
      if (status === 'REVIEWED' && resolution === undefined)
        throw badRequest(
          "Parameter 'resolution' must be specified when Parameter 'status' has value 'REVIEWED'",
        );
      if (status === 'TO_REVIEW' && resolution !== undefined)
        throw badRequest(
          "Parameter 'resolution' must not be specified when Parameter 'status' has value 'TO_REVIEW'",
        );
      const { hotspot, project } = requireHotspot(server, rights, key);
      rights.require(!rights.isAnalysisToken && rights.has('securityhotspotadmin', project));
      const state = { status, resolution: resolution ?? null };
      // A repeated review changes nothing.
      if (hotspot.status === state.status && hotspot.resolution === state.resolution) return;
      const said = comment !== undefined && {
        id: newId(),
        hotspotId: hotspot.id,
        login: rights.user?.login ?? '',
        markdown: comment,
        createdAt: server.now(),
      };
      saveReview(server, { ...hotspot, ...state }, said || undefined);
    },
  ),
];
