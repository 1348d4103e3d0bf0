/** Only user tokens work for connected mode; the platform gives the others too few rights, endpoint by endpoint. */
export type TokenKind = 'user' | 'project' | 'global' | 'organization';

const prefixes: Readonly<Record<string, TokenKind>> = { squ_: 'user', sqp_: 'project', sqa_: 'global' };

/** The kind that the prefix proves; undefined where there is none (tokens of older servers and of the cloud). */
export function kindByPrefix(token: string): TokenKind | undefined {
  return prefixes[token.slice(0, 4)];
}
