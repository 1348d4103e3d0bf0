/** A repository on some forge: the last two parts of its path. */
export interface Remote {
  readonly owner: string;
  readonly repository: string;
}

/** The remotes of a `.git/config`, `origin` first. Only their paths are kept: an address may carry credentials. */
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

/** `https://host/owner/repo.git`, `ssh://git@host/owner/repo`, `git@host:owner/repo.git`. Undefined for a local path. */
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
  // A letter before the colon and a backslash behind it is a drive of Windows; a slash before it is a local path.
  return colon > 1 && !address.slice(0, colon).includes('/') ? address.slice(colon + 1) : undefined;
}
