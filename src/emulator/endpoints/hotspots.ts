import type { Rights } from '../auth/rights.ts';
import { endpoint } from '../http/endpoint.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { choice, flag, list, required, requiredChoice, selector } from '../http/parameters.ts';
import { checkPositivePage, pageOf, paging, pagingJson } from '../http/paging.ts';
import { saveReview } from '../issues/change.ts';
import type { ServerContext } from '../emulator.ts';
import { latestAnalysis } from '../store/analyses.ts';
import { newId, placeholders } from '../store/database.ts';
import {
  findHotspots,
  hotspotById,
  hotspotResolutions,
  hotspotStatuses,
  type Hotspot,
} from '../store/hotspots.ts';
import type { Criterion } from '../store/projectSearch.ts';
import { projectByKey, type Branch } from '../store/projects.ts';
import {
  hotspotComponents,
  hotspotDetails,
  hotspotJson,
  locateHotspot,
  type LocatedHotspot,
} from './hotspotJson.ts';
import { requireBranch, requireBrowse } from './lookups.ts';

const isOneOf = (column: string, values: readonly string[] | undefined): Criterion[] =>
  values ? [{ sql: `${column} IN (${placeholders(values)})`, values }] : [];

const isNew = ({ db }: ServerContext, { id }: Branch): Criterion => ({
  sql: 'createdAt > ?',
  values: [latestAnalysis(db, id)?.periodDate ?? Number.MAX_SAFE_INTEGER],
});

/** Returns a hotspot with its branch and project. Refuses callers who may not browse the project. */
function requireHotspot(platform: ServerContext, rights: Rights, key: string): LocatedHotspot {
  const hotspot = hotspotById(platform.db, key);
  const subject = hotspot?.closedAt === null ? locateHotspot(platform, rights, hotspot) : undefined;
  if (!subject) throw notFound(`Hotspot '${key}' does not exist`);
  requireBrowse(rights, subject.project);
  return subject;
}

export const hotspotEndpoints = [
  endpoint({
    path: 'hotspots/search',
    method: 'GET',
    parameters: {
      project: selector,
      projectKey: selector,
      hotspots: list,
      branch: selector,
      pullRequest: selector,
      files: list,
      status: choice(hotspotStatuses),
      resolution: choice(hotspotResolutions),
      inNewCodePeriod: flag,
      sinceLeakPeriod: flag,
      onlyMine: flag,
      ...paging,
    },
    answer: ({ platform, rights, values }) => {
      const { db, dialect } = platform;
      const key = values.project ?? values.projectKey;
      if (key === undefined && !values.hotspots)
        throw badRequest(
          `A value must be provided for either parameter '${dialect.hotspotProjectParameter}' or parameter 'hotspots'`,
        );
      if (values.resolution !== undefined && values.status !== 'REVIEWED')
        throw badRequest(
          `Value '${values.resolution}' of parameter 'resolution' can only be provided if value of parameter 'status' is 'REVIEWED'`,
        );
      const project = key === undefined ? undefined : projectByKey(db, key);
      if (key !== undefined && !project)
        throw notFound(
          dialect.hotspotProjectParameter === 'project'
            ? `Project '${key}' not found`
            : `Component key '${key}' not found`,
        );
      const branch = project && requireBranch(platform, project, values);
      if (project) requireBrowse(rights, project);
      checkPositivePage(values);
      const { status, resolution } = values;
      const wantsNew = values.inNewCodePeriod ?? values.sinceLeakPeriod;
      const found = findHotspots(db, [
        ...(branch ? [{ sql: 'branchId = ?', values: [branch.id] }] : []),
        ...isOneOf('id', branch ? undefined : values.hotspots),
        ...isOneOf('path', values.files),
        ...isOneOf('status', status === undefined ? undefined : [status]),
        ...isOneOf('resolution', resolution === undefined ? undefined : [resolution]),
        ...(wantsNew && branch ? [isNew(platform, branch)] : []),
        ...isOneOf('assignee', values.onlyMine ? [rights.user?.login ?? ''] : undefined),
      ])
        .flatMap((hotspot) => locateHotspot(platform, rights, hotspot) ?? [])
        .filter((subject) => rights.has('user', subject.project));
      const shown = pageOf(found, values);
      return {
        paging: pagingJson(values, found.length),
        hotspots: shown.map(hotspotJson),
        components: hotspotComponents(shown),
      };
    },
  }),
  endpoint({
    path: 'hotspots/show',
    method: 'GET',
    parameters: { hotspot: required() },
    answer: ({ platform, rights, values }) =>
      hotspotDetails(requireHotspot(platform, rights, values.hotspot)),
  }),
  endpoint({
    path: 'hotspots/change_status',
    method: 'POST',
    parameters: {
      hotspot: required(),
      status: requiredChoice(hotspotStatuses),
      resolution: choice(hotspotResolutions),
      comment: selector,
    },
    answer: ({ platform, rights, values: { hotspot: key, status, resolution, comment } }) => {
      if (status === 'REVIEWED' && resolution === undefined)
        throw badRequest(
          "Parameter 'resolution' must be specified when Parameter 'status' has value 'REVIEWED'",
        );
      if (status === 'TO_REVIEW' && resolution !== undefined)
        throw badRequest(
          "Parameter 'resolution' must not be specified when Parameter 'status' has value 'TO_REVIEW'",
        );
      const { hotspot, project } = requireHotspot(platform, rights, key);
      rights.require(!rights.isAnalysisToken && rights.has('securityhotspotadmin', project));
      const state = { status, resolution: resolution ?? null } as Pick<Hotspot, 'status' | 'resolution'>;
      // A repeated review changes nothing.
      if (hotspot.status === state.status && hotspot.resolution === state.resolution) return;
      const said = comment !== undefined && {
        id: newId(),
        hotspotId: hotspot.id,
        login: rights.user?.login ?? '',
        markdown: comment,
        createdAt: platform.now(),
      };
      saveReview(platform, { ...hotspot, ...state }, said || undefined);
    },
  }),
];
