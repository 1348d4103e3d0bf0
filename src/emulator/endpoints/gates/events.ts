import type { ServerContext } from '../../serverContext.ts';
import { formatDate, parseDateTime } from '../../http/dates.ts';
import { get } from '../../http/endpoint.ts';
import { authenticationRequired, badRequest } from '../../errors.ts';
import { branchQuery, dashboardLink, urlEncode } from '../../http/links.ts';
import { requiredList } from '../../http/parameters.ts';
import { gateEventsFrom } from '../../store/analyses/analyses.ts';
import { newIssuesFrom } from '../../store/issues/issueSearch.ts';
import { projectByKey, type Project } from '../../store/projects/projects.ts';

interface Listed {
  readonly project: Project;
  readonly after: number;
}

interface DeveloperEvent {
  readonly category: 'QUALITY_GATE' | 'NEW_ISSUES';
  readonly message: string;
  readonly link: string;
  readonly project: string;
  readonly date: number;
}

const byDate = (a: DeveloperEvent, b: DeveloperEvent): number => a.date - b.date;

function gateEvents({ db, url }: ServerContext, { project, after }: Listed): DeveloperEvent[] {
  return gateEventsFrom(db, project.id, after).map(({ name, date, branch, isMain }) => ({
    category: 'QUALITY_GATE',
    message: `Quality Gate status of project '${project.name}'${isMain ? '' : ` on branch '${branch}'`} changed to '${name}'`,
    link: dashboardLink(url, project.key, { name: branch, kind: 'BRANCH', isMain }),
    project: project.key,
    date,
  }));
}

/** Returns events about open issues that were created since then and are assigned to the caller. */
function newIssueEvents(
  { db, url }: ServerContext,
  { project, after }: Listed,
  login: string,
): DeveloperEvent[] {
  return newIssuesFrom(db, project.id, login, after).map(({ count, date, ...branch }) => {
    const kind = branch.kind === 'BRANCH' ? 'branch' : 'pull request';
    const where = branch.isMain ? '' : ` on ${kind} '${branch.name}'`;
    const query = `id=${urlEncode(project.key)}&createdAfter=${urlEncode(formatDate(after))}&assignees=${urlEncode(login)}&resolved=false`;
    return {
      category: 'NEW_ISSUES',
      message: `You have ${count} new issue${count === 1 ? '' : 's'} on project '${project.name}'${where}`,
      link: `${url}/project/issues?${query}${branchQuery(branch)}`,
      project: project.key,
      date,
    };
  });
}

export const eventEndpoints = [
  get(
    'developers/search_events',
    { projects: requiredList, from: requiredList },
    ({ server, rights, values: { projects, from } }) => {
      const { db } = server;
      if (!rights.user) throw authenticationRequired();
      const dates = from.map((text) => {
        const time = parseDateTime(text);
        if (time === undefined) throw badRequest(`'${text}' cannot be parsed as either a date or date+time`);
        return time;
      });
      // A request without projects needs no dates: clients probe with both empty.
      if (projects.length === 0) return { events: [] };
      if (projects.length !== dates.length)
        throw badRequest(
          `The number of components (${projects.length}) and from dates (${dates.length}) must be the same.`,
        );
      const listed = projects.flatMap((key, index) => {
        const project = projectByKey(db, key);
        // Exclusive, in whole seconds. The compared time is the start of the scan.
        const after = Math.floor((dates[index] ?? 0) / 1000) * 1000 + 1000;
        return project && rights.mayList(project) ? { project, after } : [];
      });
      const login = rights.user.login;
      return {
        events: [
          ...listed.flatMap((item) => gateEvents(server, item)).sort(byDate),
          ...listed.flatMap((item) => newIssueEvents(server, item, login)).sort(byDate),
        ].map(({ date, ...event }) => ({ ...event, date: formatDate(date) })),
      };
    },
  ),
];
