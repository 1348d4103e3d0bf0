import type { Organization } from '../../../core/api/organizations.ts';
import type { CloudRegion } from '../../../core/brand.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';
import { proposeConnectionId, type Connection, type Target } from '../../../core/connections/connection.ts';
import { parseServerUrl } from '../../../core/connections/serverUrl.ts';

export interface Draft {
  readonly place: 'server' | CloudRegion;
  /** In the stored form once its step is done. */
  readonly serverUrl: string;
  readonly organizationKey: string;
  /** The organizations of the token's owner, as far as a check of the token has listed them. */
  readonly organizations: readonly Organization[];
  /** Empty unless the user has entered one: the stored token stays. */
  readonly token: string;
  /** When the token expires; undefined unless the platform handed the token over with its expiry. */
  readonly tokenExpires: string | undefined;
  /** Empty: the wizard uses the name that it proposes from the address. */
  readonly name: string;
  readonly receiveNotifications: boolean;
  /** The result of the last check of exactly this target and token. */
  readonly checkResult: ConnectionState | undefined;
}

type StepName = 'place' | 'serverUrl' | 'token' | 'organization' | 'name' | 'notifications' | 'confirm';

export function draftOf(connection: Connection): Draft {
  const { connectionId, receiveNotifications } = connection;
  return { ...draftFor(connection), name: connectionId, receiveNotifications };
}

export function draftFor(target: Target): Draft {
  return target.kind === 'server'
    ? { ...emptyDraft, place: 'server', serverUrl: target.serverUrl }
    : { ...emptyDraft, place: target.region, organizationKey: target.organizationKey };
}

/** The answers that belong to one place. They are dropped when the place changes, so that no other place gets them. */
const nothingKnown = {
  token: '',
  tokenExpires: undefined,
  organizationKey: '',
  organizations: [],
  checkResult: undefined,
} as const;

export const emptyDraft: Draft = {
  ...nothingKnown,
  place: 'server',
  serverUrl: '',
  name: '',
  receiveNotifications: true,
};

export function withPlace(draft: Draft, place: Draft['place']): Draft {
  return place === draft.place ? draft : { ...draft, ...nothingKnown, place };
}

/** A change drops the token and the other answers. On the way back `text` may be any text, which is kept as typed. */
export function withServerUrl(draft: Draft, text: string): Draft {
  const serverUrl = parseServerUrl(text) ?? text;
  if (serverUrl === draft.serverUrl) return { ...draft, checkResult: undefined };
  return { ...draft, ...nothingKnown, serverUrl };
}

/** `checkResult` undefined: the token has passed, and the organization is still to be checked. */
export type TokenCheck = Pick<Draft, 'checkResult' | 'organizations'>;

/**
 * Returns the draft with a token and what its check has found. The organization is kept if the token's owner belongs to
 * it; otherwise the only one of the owner takes its place.
 *
 * @param expires Undefined if no expiry came with the token; the known expiry of the same token is kept then.
 */
export function withToken(
  draft: Draft,
  token: string,
  { organizations, checkResult }: TokenCheck,
  expires: string | undefined,
): Draft {
  const isSame = token === draft.token;
  const isListed = organizations.some(({ key }) => key === draft.organizationKey);
  const isKept = isSame || organizations.length === 0 || isListed;
  return {
    ...draft,
    token,
    tokenExpires: expires ?? (isSame ? draft.tokenExpires : undefined),
    organizationKey: (isKept && draft.organizationKey) || onlyKey(organizations),
    organizations,
    checkResult,
  };
}

/** So that the user need not know its key. */
function onlyKey([first, ...others]: readonly Organization[]): string {
  return first && others.length === 0 ? first.key : '';
}

export function targetOf({ place, serverUrl, organizationKey }: Draft): Target {
  return place === 'server'
    ? { kind: 'server', serverUrl }
    : { kind: 'cloud', organizationKey, region: place };
}

/** Returns the name that the user entered, or a proposal from the address that no other connection has. */
export function nameOf(draft: Draft, takenNames: readonly string[]): string {
  return draft.name === '' ? proposeConnectionId(targetOf(draft), takenNames) : draft.name;
}

/** `token`: the wizard asks only for another token of an existing connection. */
export type WizardMode = 'add' | 'edit' | 'token';

/** A draft that has not passed its check gets a last step, which asks before it is saved. */
export function stepsOf({ place, checkResult }: Draft, mode: WizardMode): readonly StepName[] {
  const gathering = mode === 'token' ? (['token'] as const) : gatheringSteps(place, mode);
  return checkResult && checkResult.state !== 'connected' ? [...gathering, 'confirm'] : gathering;
}

/** An existing connection stays on a server or in its cloud region. */
function gatheringSteps(place: Draft['place'], mode: 'add' | 'edit'): readonly StepName[] {
  const where: readonly StepName[] = place === 'server' ? ['serverUrl', 'token'] : ['token', 'organization'];
  return [...(mode === 'add' ? (['place'] as const) : []), ...where, 'name', 'notifications'];
}
