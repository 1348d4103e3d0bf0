/** Encodes as Java's `URLEncoder` does (space is `+`), because links are compared byte by byte. */
export function urlEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

export interface LinkedBranch {
  readonly name: string;
  readonly kind: 'BRANCH' | 'PULL_REQUEST';
  /** 1 or 0, as SQLite stores it. */
  readonly isMain: number;
}

/** Returns `&branch=…`, `&pullRequest=…`, or an empty text for the main branch. */
export function branchQuery(branch: LinkedBranch): string {
  if (branch.isMain) return '';
  return `&${branch.kind === 'BRANCH' ? 'branch' : 'pullRequest'}=${urlEncode(branch.name)}`;
}

export function dashboardLink(serverUrl: string, projectKey: string, branch: LinkedBranch): string {
  return `${serverUrl}/dashboard?id=${urlEncode(projectKey)}${branchQuery(branch)}`;
}
