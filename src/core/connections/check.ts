import type { Api } from '../api/client.ts';
import { searchProjects, showProject } from '../api/components.ts';
import { findOrganization } from '../api/organizations.ts';
import { getSystemStatus, type SystemStatus } from '../api/system.ts';
import { getCurrentUser } from '../api/users.ts';
import { Failure } from '../failures.ts';
import { organizationOf, type Target } from './connection.ts';
import { isTooOld } from './serverVersion.ts';
import { kindByPrefix, type TokenKind } from './token.ts';

/** The result of a check, with a value for each cause of a failure, so that each host can explain it. */
export type ConnectionState =
  | {
      readonly state: 'connected';
      readonly version: string | undefined;
      readonly login: string | undefined;
      /** Whether the account may administer the server or the organization as a whole. */
      readonly administers: boolean;
    }
  | { readonly state: 'tokenMissing' }
  /** `kind` is undefined if the token has no prefix that shows its kind, but cannot do what a user token can. */
  | { readonly state: 'wrongTokenKind'; readonly kind: Exclude<TokenKind, 'user'> | undefined }
  | { readonly state: 'tokenRefused' }
  /** `status` is the platform's value, such as STARTING or DB_MIGRATION_RUNNING. */
  | { readonly state: 'starting'; readonly status: string }
  | { readonly state: 'versionTooOld'; readonly version: string }
  | { readonly state: 'organizationNotFound'; readonly organizationKey: string }
  /** The platform gave no usable answer: network, certificate, redirect, HTML of a proxy, rate limit. */
  | { readonly state: 'unreachable'; readonly failure: Failure };

export type UnreadyState = Extract<ConnectionState, { state: 'starting' | 'versionTooOld' }>;

/**
 * Checks a target and a token in this order: reachable, up, version, token, kind of the token, organization. A starting
 * server answers 404 and 401 to valid tokens, so a token is checked only after the server's status is UP. Rejects only
 * with `cancelled`.
 */
export async function checkConnection(
  target: Target,
  token: string | undefined,
  api: Api,
): Promise<ConnectionState> {
  try {
    return await check(target, token, api);
  } catch (error) {
    if (!Failure.is(error) || error.code === 'cancelled') throw error;
    return error.code === 'unauthorized'
      ? { state: 'tokenRefused' }
      : { state: 'unreachable', failure: error };
  }
}

/**
 * Returns the state of a server that is starting or too old, which answers 404 and 401 to correct calls; undefined for
 * another server.
 */
export function unreadyState({ status, version }: SystemStatus): UnreadyState | undefined {
  if (status !== 'UP') return { state: 'starting', status };
  return version !== undefined && isTooOld(version) ? { state: 'versionTooOld', version } : undefined;
}

async function check(target: Target, token: string | undefined, api: Api): Promise<ConnectionState> {
  let version: string | undefined;
  // The cloud's version has no meaning, and its status page is not public.
  if (target.kind === 'server') {
    const system = await getSystemStatus(api);
    const unready = unreadyState(system);
    if (unready) return unready;
    version = system.version;
  }
  if (token === undefined) return { state: 'tokenMissing' };
  const kind = kindByPrefix(token);
  if (kind !== undefined && kind !== 'user') return { state: 'wrongTokenKind', kind };
  const user = await getCurrentUser(api);
  // A platform that allows anonymous access may answer 200 to a call with an invalid token.
  if (!user.isLoggedIn) return { state: 'tokenRefused' };
  let administers = user.permissions?.global.includes('admin') ?? false;
  if (target.kind === 'cloud') {
    const organization = await findOrganization(api, target.organizationKey);
    if (!organization) return { state: 'organizationNotFound', organizationKey: target.organizationKey };
    administers = organization.actions?.admin ?? false;
  }
  if (kind === undefined && (await isAnalysisToken(target, api)))
    return { state: 'wrongTokenKind', kind: undefined };
  return { state: 'connected', version, login: user.login, administers };
}

/**
 * Returns whether the token of `api` is an analysis token. Every token can list the projects that its owner may browse,
 * but only a user token can show one. The result is false if the list is empty.
 */
async function isAnalysisToken(target: Target, api: Api): Promise<boolean> {
  const organization = organizationOf(target);
  const { items } = await searchProjects(api, { pageSize: 1, organization });
  const project = items[0];
  if (!project) return false;
  try {
    await showProject(api, project.key);
    return false;
  } catch (error) {
    if (Failure.is(error, 'forbidden')) return true;
    // The project was deleted between the two calls, so the answer shows nothing about the token.
    if (Failure.is(error, 'notFound')) return false;
    throw error;
  }
}
