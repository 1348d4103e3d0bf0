/** A repository on a code host: the last two parts of its path. */
export interface Remote {
  readonly owner: string;
  readonly repository: string;
}

/**
 * Returns the remotes of a `.git/config`, `origin` first. Only parts of their paths are kept, because an address may
 * contain credentials.
 */
export function readGitRemotes(config: string): readonly Remote[] {
  const found: { readonly name: string; readonly remote: Remote }[] = [];
  let name: string | undefined;
  for (const line of config.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) name = /^\[remote "([^"]+)"\]/.exec(line)?.[1];
    const address = /^url\s*=(.*)$/.exec(line)?.[1]?.trim();
    const remote = name !== undefined && address ? parseRemote(address) : undefined;
    if (name !== undefined && remote) found.push({ name, remote });
  }
  return found
    .toSorted((a, b) => Number(b.name === 'origin') - Number(a.name === 'origin'))
    .map(({ remote }) => remote);
}

/**
 * Parses an address such as `https://host/owner/repo.git`, `ssh://git@host/owner/repo` or `git@host:owner/repo.git`.
 * Returns undefined for a local path.
 */
export function parseRemote(address: string): Remote | undefined {
  const path =
    URL.canParse(address) && /^(?:https?|ssh|git):/.test(address)
      ? new URL(address).pathname
      : scpPath(address);
  const [repository = '', owner = ''] = (path ?? '').split('/').filter(Boolean).reverse();
  const name = repository.replace(/\.git$/, '');
  return name && owner ? { owner, repository: name } : undefined;
}

function scpPath(address: string): string | undefined {
  const colon = address.indexOf(':');
  // A single letter before the colon is a drive of Windows; a slash before the colon means a local path.
  return colon > 1 && !address.slice(0, colon).includes('/') ? address.slice(colon + 1) : undefined;
}
