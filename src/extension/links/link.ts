import type { Target } from '../../core/connections/connection.ts';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';

/** The request of a link into the editor: `refused` if the extension does not know it, or if it carries a token. */
export type Link =
  | { readonly asks: 'connect'; readonly target: Target }
  | { readonly asks: 'bind'; readonly target: Target; readonly projectKey: string }
  | { readonly asks: 'refused'; readonly because: 'token' | 'notUnderstood' };

const refused: Link = { asks: 'refused', because: 'notUnderstood' };

/**
 * Parses the path and the query of `<editor>://service.service-ide/connect?server=…`, or `organization=…&region=…`, and
 * of `/bind?project=…` with the same parameters. Anyone can write such a link, so the editor asks the user.
 */
export function parseLink(path: string, query: string): Link {
  const parameters = new URLSearchParams(query);
  // A link is stored in histories, chats and logs, so it must not carry a secret.
  if ([...parameters.keys()].some((name) => /token|secret|password/i.test(name)))
    return { asks: 'refused', because: 'token' };
  const target = targetOf(parameters);
  if (!target) return refused;
  if (path === '/connect') return { asks: 'connect', target };
  const projectKey = parameters.get('project') ?? '';
  return path === '/bind' && /^[\w.:-]{1,400}$/.test(projectKey)
    ? { asks: 'bind', target, projectKey }
    : refused;
}

function targetOf(parameters: URLSearchParams): Target | undefined {
  const serverUrl = parseServerUrl(parameters.get('server') ?? '');
  if (serverUrl !== undefined) return { kind: 'server', serverUrl };
  const organizationKey = parameters.get('organization') ?? '';
  const region = parameters.get('region') ?? 'EU';
  if (!/^[\w.-]{1,255}$/.test(organizationKey) || (region !== 'EU' && region !== 'US')) return undefined;
  return { kind: 'cloud', organizationKey, region };
}
