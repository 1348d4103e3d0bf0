import { gatePage } from '../api/qualityGates.ts';
import { branchOrPullRequest, gateQuery } from './model.ts';

// `branch` is as in `GateId` in all functions of this file.

export function projectPage(baseUrl: string, project: string, branch?: string): string {
  return gatePage(baseUrl, gateQuery({ project, branch }));
}

/** Returns the address of the page that shows a metric of a project, file by file. */
export function metricPage(baseUrl: string, project: string, metric: string, branch?: string): string {
  return page(baseUrl, 'component_measures', { id: project, metric }, branch);
}

/** Returns the address of an issue on the platform, opened in the list of its project. */
export function issuePage(baseUrl: string, project: string, issue: string, branch?: string): string {
  return page(baseUrl, 'project/issues', { id: project, issues: issue, open: issue }, branch);
}

export function hotspotPage(baseUrl: string, project: string, hotspot: string, branch?: string): string {
  return page(baseUrl, 'security_hotspots', { id: project, hotspots: hotspot }, branch);
}

/** Returns the address of the page that shows a file with its covered and its duplicated lines. */
export function filePage(baseUrl: string, project: string, path: string, branch?: string): string {
  return page(baseUrl, 'code', { id: project, selected: `${project}:${path}` }, branch);
}

/** Returns the address of the page with the open issues of a project, or of its new code only. */
export function issuesPage(baseUrl: string, project: string, isNewCode: boolean, branch?: string): string {
  const newCode = isNewCode ? { inNewCodePeriod: 'true' } : {};
  return page(baseUrl, 'project/issues', { id: project, resolved: 'false', ...newCode }, branch);
}

function page(
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, string>>,
  branch: string | undefined,
): string {
  const parameters = new URLSearchParams({ ...query, ...branchOrPullRequest(branch) });
  return `${baseUrl}/${path}?${parameters.toString()}`;
}

/** Returns a link that the platform sent if it leads to the origin of `baseUrl`, and `fallback` otherwise. */
export function safeLink(link: string | undefined, baseUrl: string, fallback: string): string {
  if (link === undefined || !URL.canParse(link)) return fallback;
  return new URL(link).origin === new URL(baseUrl).origin ? link : fallback;
}
