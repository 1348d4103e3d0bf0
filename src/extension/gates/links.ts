/** The project's page on the platform. */
export function projectPage(baseUrl: string, project: string, branch?: string): string {
  const query = new URLSearchParams({ id: project, ...(branch !== undefined && { branch }) });
  return `${baseUrl}/dashboard?${query.toString()}`;
}

/** A link that came from the platform, when it stays there; otherwise the project's own page. */
export function safeLink(link: string | undefined, baseUrl: string, page: string): string {
  if (link === undefined || !URL.canParse(link)) return page;
  return new URL(link).origin === new URL(baseUrl).origin ? link : page;
}
