import type { ProjectGateQuery } from '../api/qualityGates.ts';

/**
 * Returns the address of the page of a project, branch or pull request. It never comes from an event, so an event cannot
 * choose which page the user opens.
 */
export function gatePage(baseUrl: string, { project, branch, pullRequest }: ProjectGateQuery): string {
  const query = new URLSearchParams({ id: project });
  if (branch !== undefined) query.set('branch', branch);
  if (pullRequest !== undefined) query.set('pullRequest', pullRequest);
  return `${baseUrl}/dashboard?${query.toString()}`;
}
