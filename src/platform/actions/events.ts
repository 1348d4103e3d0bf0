import { action } from '../http/action.ts';
import { formatDate, parseDateTime } from '../http/dates.ts';
import { ApiError, authenticationRequired, badRequest } from '../http/errors.ts';
import { dashboardLink } from '../http/links.ts';
import { requiredList } from '../http/parameters.ts';
import { gateEventsFrom } from '../store/analyses.ts';
import { projectByKey } from '../store/projects.ts';

export const eventActions = [
  action({
    path: 'developers/search_events',
    method: 'GET',
    parameters: { projects: requiredList, from: requiredList },
    answer: ({ platform: { db, dialect, url }, rights, values: { projects, from } }) => {
      if (!rights.user) throw authenticationRequired();
      const dates = from.map((text) => {
        const time = parseDateTime(text);
        if (time === undefined) throw badRequest(`'${text}' cannot be parsed as either a date or date+time`);
        return time;
      });
      // Nothing asked for needs no date: clients probe with both empty.
      if (projects.length === 0) return { events: [] };
      if (projects.length !== dates.length)
        throw badRequest(
          `The number of components (${projects.length}) and from dates (${dates.length}) must be the same.`,
        );
      const twice = projects.find((key, index) => projects.indexOf(key) < index);
      if (twice !== undefined)
        throw dialect.duplicateEventKeyIs === 400
          ? badRequest(`Duplicate key ${twice}`)
          : new ApiError(500, 'An error has occurred. Please contact your administrator');
      const events = projects.flatMap((key, index) => {
        const project = projectByKey(db, key);
        if (!project || !rights.mayList(project)) return [];
        // Exclusive, in whole seconds: compared is the time at which the scan started.
        const after = Math.floor((dates[index] ?? 0) / 1000) * 1000 + 1000;
        return gateEventsFrom(db, project.id, after).map((event) => ({ project, event }));
      });
      return {
        events: events
          .sort((a, b) => a.event.date - b.event.date)
          .map(({ project, event }) => ({
            category: 'QUALITY_GATE',
            message: `Quality Gate status of project '${project.name}'${event.isMain ? '' : ` on branch '${event.branch}'`} changed to '${event.name}'`,
            link: dashboardLink(url, project.key, {
              name: event.branch,
              kind: 'BRANCH',
              isMain: event.isMain,
            }),
            project: project.key,
            date: formatDate(event.date),
          })),
      };
    },
  }),
];
