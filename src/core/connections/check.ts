import type { Api, CallOptions } from '../api/client.ts';
import { searchProjects, showProject } from '../api/components.ts';
import { findOrganization } from '../api/organizations.ts';
import { getSystemStatus } from '../api/system.ts';
import { getCurrentUser } from '../api/users.ts';
import { Failure } from '../failures.ts';
import type { Target } from './connection.ts';
import { kindByPrefix, type TokenKind } from './token.ts';

/** What a check found. Every way to fail is a value with its own reason, so that each host can word it and offer a remedy. */
export type ConnectionState =
  | {
      readonly state: 'connected';
      readonly version: string | undefined;
      readonly login: string | undefined;
      /** The account may administer the server or the organization as a whole. */
      readonly administers: boolean;
    }
  | { readonly state: 'tokenMissing' }
  /** `kind` undefined: refused where a user token is not, but without a prefix that names the kind. */
  | { readonly state: 'wrongTokenKind'; readonly kind: Exclude<TokenKind, 'user'> | undefined }
  | { readonly state: 'tokenRefused' }
  /** `status`: the platform's own word, such as STARTING or DB_MIGRATION_RUNNING. */
  | { readonly state: 'starting'; readonly status: string }
  | { readonly state: 'versionTooOld'; readonly version: string }
  | { readonly state: 'organizationNotFound'; readonly organizationKey: string }
  /** No usable answer: network, certificate, redirect, HTML of a proxy, rate limit. */
  | { readonly state: 'unreachable'; readonly failure: Failure };

export const oldestServerVersion = '9.9';

/**
 * Reachable → up → version → token → its kind → organization, in this order: while a server starts it answers 404 and
 * 401 to good tokens, so nothing is concluded before it says UP. Rejects only with `cancelled`.
 */
export async function checkConnection(
  target: Target,
  token: string | undefined,
  api: Api,
  options?: CallOptions,
): Promise<ConnectionState> {
  try {
    return await check(target, token, api, options);
  } catch (error) {
    if (!Failure.is(error) || error.code === 'cancelled') throw error;
    return error.code === 'unauthorized'
      ? { state: 'tokenRefused' }
      : { state: 'unreachable', failure: error };
  }
}

async function check(
  target: Target,
  token: string | undefined,
  api: Api,
  options?: CallOptions,
): Promise<ConnectionState> {
  let version: string | undefined;
  // The cloud has no version that means anything, and no status page for everybody.
  if (target.kind === 'server') {
    const system = await getSystemStatus(api, options);
    if (system.status !== 'UP') return { state: 'starting', status: system.status };
    version = system.version;
    if (version !== undefined && isTooOld(version)) return { state: 'versionTooOld', version };
  }
  if (token === undefined) return { state: 'tokenMissing' };
  const kind = kindByPrefix(token);
  if (kind !== undefined && kind !== 'user') return { state: 'wrongTokenKind', kind };
  const user = await getCurrentUser(api, options);
  // Where anonymous access is allowed, a call without a good credential may still answer 200.
  if (!user.isLoggedIn) return { state: 'tokenRefused' };
  let administers = user.permissions?.global.includes('admin') ?? false;
  if (target.kind === 'cloud') {
    const organization = await findOrganization(api, target.organizationKey, options);
    if (!organization) return { state: 'organizationNotFound', organizationKey: target.organizationKey };
    administers = organization.actions?.admin ?? false;
  }
  if (kind === undefined && (await isAnalysisToken(target, api, options)))
    return { state: 'wrongTokenKind', kind: undefined };
  return { state: 'connected', version, login: user.login, administers };
}

/** Every token lists what its owner may browse, but only a user token may look at it. */
async function isAnalysisToken(target: Target, api: Api, options?: CallOptions): Promise<boolean> {
  const organization = target.kind === 'cloud' ? target.organizationKey : undefined;
  const { items } = await searchProjects(api, { pageSize: 1, organization }, options);
  const project = items[0];
  if (!project) return false;
  try {
    await showProject(api, project.key, options);
    return false;
  } catch (error) {
    if (Failure.is(error, 'forbidden')) return true;
    // Deleted between the two calls: says nothing about the token.
    if (Failure.is(error, 'notFound')) return false;
    throw error;
  }
}

/** `10.7.0.96327`, `2026.3.1.123439`, `26.6.0.123539`: compared by the first two numbers. */
function isTooOld(version: string): boolean {
  const [oldMajor = 0, oldMinor = 0] = numbersOf(oldestServerVersion);
  const [major, minor] = numbersOf(version);
  // A version we cannot read is judged by what the server can do, not by its name.
  if (major === undefined || Number.isNaN(major)) return false;
  return major < oldMajor || (major === oldMajor && (minor ?? 0) < oldMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
