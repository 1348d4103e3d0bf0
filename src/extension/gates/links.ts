/** The project's page on the platform. */
export function projectPage(baseUrl: string, project: string, branch?: string): string {
  return page(baseUrl, 'dashboard', { id: project, branch });
}

/** A metric of a project, file by file. */
export function metricPage(baseUrl: string, project: string, metric: string, branch?: string): string {
  return page(baseUrl, 'component_measures', { id: project, metric, branch });
}

export function issuePage(baseUrl: string, project: string, issue: string, branch?: string): string {
  return page(baseUrl, 'project/issues', { id: project, issues: issue, open: issue, branch });
}

/** The open issues of a project, or of its new code. */
export function issuesPage(baseUrl: string, project: string, isNewCode: boolean, branch?: string): string {
  const newCode = isNewCode ? { inNewCodePeriod: 'true' } : {};
  return page(baseUrl, 'project/issues', { id: project, resolved: 'false', ...newCode, branch });
}

function page(baseUrl: string, path: string, query: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${baseUrl}/${path}?${new URLSearchParams(entries).toString()}`;
}

/** A link that came from the platform, when it stays there; otherwise the project's own page. */
export function safeLink(link: string | undefined, baseUrl: string, fallback: string): string {
  if (link === undefined || !URL.canParse(link)) return fallback;
  return new URL(link).origin === new URL(baseUrl).origin ? link : fallback;
}
