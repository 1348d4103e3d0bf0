import { action } from '../http/action.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { list, required, requiredChoice, selector } from '../http/parameters.ts';
import { checkPositivePage, paging, pagingJson } from '../http/paging.ts';
import { projectByKey } from '../store/projects.ts';
import { requireBrowse } from './lookups.ts';

export const hotspotActions = [
  /** No analyzer here raises hotspots, so a project's list is always empty. */
  action({
    path: 'hotspots/search',
    method: 'GET',
    parameters: { project: selector, projectKey: selector, hotspots: list, ...paging },
    answer: ({ platform: { db, dialect }, rights, values }) => {
      const key = values.project ?? values.projectKey;
      if (key === undefined && !values.hotspots)
        throw badRequest(
          `A value must be provided for either parameter '${dialect.hotspotProjectParameter}' or parameter 'hotspots'`,
        );
      const project = key === undefined ? undefined : projectByKey(db, key);
      if (key !== undefined && !project)
        throw notFound(
          dialect.hotspotProjectParameter === 'project'
            ? `Project '${key}' not found`
            : `Component key '${key}' not found`,
        );
      if (project) requireBrowse(rights, project);
      checkPositivePage(values);
      return { paging: pagingJson(values, 0), hotspots: [], components: [] };
    },
  }),
  action({
    path: 'hotspots/show',
    method: 'GET',
    parameters: { hotspot: required() },
    answer: ({ values }) => {
      throw notFound(`Hotspot '${values.hotspot}' does not exist`);
    },
  }),
  action({
    path: 'hotspots/change_status',
    method: 'POST',
    parameters: { hotspot: required(), status: requiredChoice(['TO_REVIEW', 'REVIEWED']) },
    answer: ({ values }) => {
      throw notFound(`Hotspot '${values.hotspot}' does not exist`);
    },
  }),
];
