/** The kind of a token. Connected mode needs a user token: the other kinds have no access to some of its endpoints. */
export type TokenKind = 'user' | 'project' | 'global' | 'organization';

const prefixes: Readonly<Record<string, TokenKind>> = { squ_: 'user', sqp_: 'project', sqa_: 'global' };

/**
 * Returns the kind that the prefix shows, or undefined for a token without prefix, as from older servers and the cloud.
 */
export function kindByPrefix(token: string): TokenKind | undefined {
  return prefixes[token.slice(0, 4)];
}
