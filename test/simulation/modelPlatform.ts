import { formatPlatformDate } from '../../src/core/api/dates.ts';
import { gateKey, pullRequestName } from '../../src/core/gate/model.ts';
import type { HttpRequest, HttpResponse } from '../../src/core/http.ts';

/** A project with the state of its main branch. */
interface Branch {
  name: string;
  status: string;
  /** Latest gate event: scan start (whole seconds) of the analysis that changed the gate. */
  event: { readonly at: number; readonly status: string } | undefined;
  /** Newest open issue of the person's own. */
  issuesAt?: number;
  lastAnalysis: { readonly at: number; readonly status: string } | undefined;
}

export interface ModelPullRequest {
  /** The branch that it merges. */
  readonly branch: string;
  /** Absent: the main branch. */
  readonly base?: string;
  /** Absent: never analysed. */
  readonly status?: string;
}

export interface StatusChange {
  /** `gateKey` of the gate. */
  readonly gate: string;
  readonly from: string;
  readonly to: string;
  /** Platform time, milliseconds. */
  readonly at: number;
}

/**
 * The few endpoints that the gate pipeline asks, with the semantics that real servers showed: measures give the live
 * status and leave out what was never analysed; events are written by analyses only, dated by the start of the scan,
 * compared exclusively to the second, the latest of each branch.
 */
export class ModelPlatform {
  readonly #projects = new Map<string, Branch>();
  readonly #now: () => number;
  /** Status of each branch but the main one, by project and name. */
  readonly #branches = new Map<string, Map<string, string>>();
  /** The pull requests, by project and key; undefined: the platform has none, as community editions. */
  #pullRequests: Map<string, Map<string, ModelPullRequest>> | undefined;
  readonly gateChanges: StatusChange[] = [];
  /** The projects of the issues that the user got, one entry per issue. */
  readonly raised: string[] = [];
  /** What `system/status` says; while it is not UP, other paths are unknown. */
  systemStatus = 'UP';

  /** `now`: the platform's own clock, which need not be the client's. */
  constructor(projects: readonly string[], now: () => number) {
    this.#now = now;
    for (const key of projects)
      this.#projects.set(key, {
        name: `Name of ${key}`,
        status: 'NONE',
        event: undefined,
        lastAnalysis: undefined,
      });
  }

  statusOf(project: string): string {
    return this.#projects.get(project)?.status ?? 'NONE';
  }

  newestIssueOf(project: string): number | undefined {
    return this.#projects.get(project)?.issuesAt;
  }

  rename(project: string, name: string): void {
    this.#branch(project).name = name;
  }

  /** A scan that started at `startedAt` is done now and its report processed. */
  analyse(project: string, status: string, startedAt: number): void {
    const branch = this.#branch(project);
    const at = Math.floor(startedAt / 1000) * 1000;
    // The platform refuses a report that is older than the last one.
    if (branch.lastAnalysis && at <= branch.lastAnalysis.at) return;
    // Compared with the last analysis, whatever issues have made of the status since: so does 9.9, and tells more than 26.9.
    if ((branch.lastAnalysis?.status ?? 'OK') !== status) branch.event = { at, status };
    branch.lastAnalysis = { at, status };
    this.#set(project, branch, status);
  }

  /** Imitates a user who resolves or reopens an issue: the gate changes at once, without an event. */
  changeIssue(project: string, status: string): void {
    const branch = this.#branch(project);
    if (branch.status !== 'NONE') this.#set(project, branch, status);
  }

  /** An issue of the person's own is found, or assigned to them; undefined: all are closed. */
  setNewestIssue(project: string, at: number | undefined): void {
    const branch = this.#branch(project);
    if (at === undefined) delete branch.issuesAt;
    else {
      branch.issuesAt = Math.floor(at / 1000) * 1000;
      this.raised.push(project);
    }
  }

  /** A branch beside the main one; undefined: it is deleted. */
  setBranch(project: string, name: string, status: string | undefined): void {
    const branches = this.#branches.get(project) ?? new Map<string, string>();
    this.#branches.set(project, branches);
    if (status === undefined) branches.delete(name);
    else branches.set(name, status);
  }

  /** A pull request from `branch`; undefined: it is closed and purged. */
  setPullRequest(project: string, key: string, pull: ModelPullRequest | undefined): void {
    this.#pullRequests ??= new Map();
    const pulls = this.#pullRequests.get(project) ?? new Map<string, ModelPullRequest>();
    this.#pullRequests.set(project, pulls);
    const from = pulls.get(key)?.status ?? 'NONE';
    if (pull) pulls.set(key, pull);
    else pulls.delete(key);
    const gate = gateKey({ project, branch: pullRequestName(key) });
    if (pull?.status !== undefined) this.gateChanges.push({ gate, from, to: pull.status, at: this.#now() });
  }

  /** Returns the newest analysed pull request from a branch. */
  pullRequestOf(
    project: string,
    branch: string,
  ): { readonly key: string; readonly status: string } | undefined {
    const own = [...(this.#pullRequests?.get(project) ?? [])].filter(([, pull]) => pull.branch === branch);
    return own
      .flatMap(([key, { status }]) => (status === undefined ? [] : [{ key, status }]))
      .sort((one, other) => Number(other.key) - Number(one.key))[0];
  }

  answer({ url }: HttpRequest): HttpResponse {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/api/system/status')
      return json(200, { status: this.systemStatus, version: '26.9.0.1' });
    if (this.systemStatus !== 'UP') return json(404, { errors: [{ msg: `Unknown url : ${pathname}` }] });
    switch (pathname) {
      case '/api/measures/search':
        return this.#measures(list(searchParams, 'projectKeys'));
      case '/api/developers/search_events':
        return this.#events(list(searchParams, 'projects'), list(searchParams, 'from'));
      case '/api/qualitygates/project_status':
        return this.#projectStatus(searchParams);
      case '/api/project_branches/list':
        return this.#listBranches(searchParams.get('project') ?? '');
      case '/api/project_pull_requests/list':
        return this.#listPullRequests(searchParams.get('project') ?? '');
      case '/api/components/show':
        return this.#show(searchParams.get('component') ?? '');
      default:
        return json(404, { errors: [{ msg: `Unknown url : ${pathname}` }] });
    }
  }

  #measures(keys: readonly string[]): HttpResponse {
    if (keys.length > 100) return json(400, { errors: [{ msg: 'more than maximum authorized (100)' }] });
    const measures = keys.flatMap((component) => {
      const value = this.#projects.get(component)?.status ?? 'NONE';
      return value === 'NONE' ? [] : [{ metric: 'alert_status', value, component }];
    });
    return json(200, { measures });
  }

  #events(keys: readonly string[], from: readonly string[]): HttpResponse {
    if (keys.length !== from.length) return json(400, { errors: [{ msg: 'must be the same' }] });
    if (new Set(keys).size !== keys.length) return json(500, { errors: [{ msg: 'An error has occurred' }] });
    const events = keys.flatMap((project, index) => {
      const event = this.#projects.get(project)?.event;
      const since = Date.parse((from[index] ?? '').replace('+0000', 'Z'));
      if (!event || event.at < since + 1000) return [];
      const word = event.status === 'ERROR' ? 'Failed' : 'Passed';
      return [
        {
          category: 'QUALITY_GATE',
          message: `Quality Gate status of project '${project}' changed to '${word}'`,
          link: `http://platform/dashboard?id=${project}`,
          project,
          date: formatPlatformDate(event.at),
        },
      ];
    });
    return json(200, { events: [...events, ...this.#newIssues(keys, from)] });
  }

  #newIssues(keys: readonly string[], from: readonly string[]): readonly unknown[] {
    return keys.flatMap((project, index) => {
      const at = this.#projects.get(project)?.issuesAt;
      const since = Date.parse((from[index] ?? '').replace('+0000', 'Z'));
      if (at === undefined || at < since + 1000) return [];
      const link = `http://platform/project/issues?id=${project}&assignees=ada&resolved=false`;
      const message = `You have 1 new issue on project '${project}'`;
      return [{ category: 'NEW_ISSUES', message, link, project, date: formatPlatformDate(at) }];
    });
  }

  #listBranches(key: string): HttpResponse {
    const main = this.#projects.get(key);
    if (!main) return json(404, { errors: [{ msg: `Project '${key}' not found` }] });
    const others = [...(this.#branches.get(key) ?? [])].map(([name, status]) => ({
      name,
      isMain: false,
      status,
    }));
    const branches = [{ name: 'main', isMain: true, status: main.status }, ...others].map(
      ({ status, ...branch }) => ({
        ...branch,
        status: status === 'NONE' ? {} : { qualityGateStatus: status },
      }),
    );
    return json(200, { branches });
  }

  #listPullRequests(key: string): HttpResponse {
    if (!this.#pullRequests)
      return json(404, { errors: [{ msg: 'Unknown url : /api/project_pull_requests/list' }] });
    const pullRequests = [...(this.#pullRequests.get(key) ?? [])].map(
      ([pull, { branch, base = 'main', status }]) => ({
        key: pull,
        branch,
        base,
        status: status === undefined ? {} : { qualityGateStatus: status },
      }),
    );
    return json(200, { pullRequests });
  }

  #projectStatus(query: URLSearchParams): HttpResponse {
    const key = query.get('projectKey') ?? '';
    const name = query.get('branch');
    const pull = query.get('pullRequest');
    const main = this.#projects.get(key);
    if (!main) return json(404, { errors: [{ msg: `Project '${key}' not found` }] });
    const ofBranch = name === null || name === 'main' ? main.status : this.#branches.get(key)?.get(name);
    const status = pull === null ? ofBranch : this.#pullRequests?.get(key)?.get(pull)?.status;
    const what = pull === null ? `Branch '${name}'` : `Pull request '${pull}'`;
    if (status === undefined)
      return json(404, { errors: [{ msg: `${what} in project '${key}' not found` }] });
    const conditions =
      status === 'ERROR'
        ? [
            {
              status: 'ERROR',
              metricKey: 'new_violations',
              comparator: 'GT',
              errorThreshold: '0',
              actualValue: '3',
            },
          ]
        : [];
    return json(200, { projectStatus: { status, conditions } });
  }

  #show(key: string): HttpResponse {
    const name = this.#projects.get(key)?.name;
    if (name === undefined) return json(404, { errors: [{ msg: `Component key '${key}' not found` }] });
    return json(200, { component: { key, name } });
  }

  #branch(project: string): Branch {
    const branch = this.#projects.get(project);
    if (!branch) throw new Error(`The model has no project ${project}`);
    return branch;
  }

  #set(project: string, branch: Branch, status: string): void {
    if (branch.status === status) return;
    this.gateChanges.push({ gate: project, from: branch.status, to: status, at: this.#now() });
    branch.status = status;
  }
}

function list(parameters: URLSearchParams, name: string): readonly string[] {
  const value = parameters.get(name) ?? '';
  return value === '' ? [] : value.split(',');
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, body: JSON.stringify(body) };
}
