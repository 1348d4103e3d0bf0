import type { Rights } from '../auth/rights.ts';
import { badRequest, notFound } from '../errors.ts';
import { get, post } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import {
  branchSelection,
  choice,
  flag,
  list,
  pageOf,
  paging,
  pagingJson,
  required,
  requiredChoice,
  selector,
} from '../http/parameters.ts';
import { saveReview } from '../issues/change.ts';
import { latestAnalysis } from '../store/analyses/analyses.ts';
import { newId, type Database } from '../store/database.ts';
import {
  findHotspots,
  hotspotById,
  hotspotComments,
  hotspotResolutions,
  hotspotStatuses,
  type Hotspot,
} from '../store/issues/hotspots.ts';
import { textRangeOf, ruleByKey } from '../store/issues/issues.ts';
import { branchById, projectById, type Project } from '../store/projects.ts';
import { userByLogin } from '../store/users.ts';
import { componentKey, requireBranch, requireBrowse, requireProject } from './lookups.ts';

interface LocatedHotspot {
  readonly hotspot: Hotspot;
  readonly project: Project;
}

function locate(db: Database, hotspot: Hotspot): LocatedHotspot | undefined {
  const branch = branchById(db, hotspot.branchId);
  const project = branch && projectById(db, branch.projectId);
  return project && { hotspot, project };
}

const common = (hotspot: Hotspot) => ({
  key: hotspot.id,
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

const hotspotJson = (db: Database, { hotspot, project }: LocatedHotspot): Json => ({
  ...common(hotspot),
  component: componentKey(project, hotspot.path),
  project: project.key,
  securityCategory: hotspot.category,
  vulnerabilityProbability: hotspot.probability,
  // The list identifies a user by id, the details by login.
  assignee: hotspot.assignee === null ? undefined : userByLogin(db, hotspot.assignee)?.id,
  ruleKey: hotspot.rule,
});

function hotspotDetails(db: Database, rights: Rights, { hotspot, project }: LocatedHotspot): Json {
  const rule = ruleByKey(db, hotspot.rule);
  return {
    ...common(hotspot),
    component: { key: componentKey(project, hotspot.path) },
    project: { key: project.key },
    rule: {
      key: hotspot.rule,
      name: rule?.name,
      securityCategory: hotspot.category,
      vulnerabilityProbability: hotspot.probability,
      riskDescription: rule?.description,
    },
    assignee: hotspot.assignee,
    comment: hotspotComments(db, hotspot.id).map(({ login, markdown }) => ({ login, markdown })),
    canChangeStatus: rights.has('securityhotspotadmin', project),
  };
}

/** Returns a hotspot with its project. Refuses callers who may not browse the project. */
function requireHotspot(db: Database, rights: Rights, key: string): LocatedHotspot {
  const hotspot = hotspotById(db, key);
  const subject = hotspot?.closedAt === null ? locate(db, hotspot) : undefined;
  if (!subject) throw notFound(`Hotspot '${key}' does not exist`);
  requireBrowse(rights, subject.project);
  return subject;
}

export const hotspotEndpoints = [
  get(
    'hotspots/search',
    {
      project: selector,
      projectKey: selector,
      hotspots: list,
      ...branchSelection,
      files: list,
      status: choice(hotspotStatuses),
      resolution: choice(hotspotResolutions),
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
        .flatMap((hotspot) => locate(db, hotspot) ?? [])
        .filter((subject) => rights.has('user', subject.project));
      return {
        paging: pagingJson(values, found.length),
        hotspots: pageOf(found, values).map((subject) => hotspotJson(db, subject)),
      };
    },
  ),
  get('hotspots/show', { hotspot: required() }, ({ server, rights, values }) =>
    hotspotDetails(server.db, rights, requireHotspot(server.db, rights, values.hotspot)),
  ),
  post(
    'hotspots/change_status',
    {
      hotspot: required(),
      status: requiredChoice(hotspotStatuses),
      resolution: choice(hotspotResolutions),
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
      const { hotspot, project } = requireHotspot(server.db, rights, key);
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
