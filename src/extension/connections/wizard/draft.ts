import type { Organization } from '../../../core/api/organizations.ts';
import type { CloudRegion } from '../../../core/brand.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';
import {
  parseServerUrl,
  proposeConnectionId,
  type Connection,
  type Target,
} from '../../../core/connections/connection.ts';

/** What the wizard has gathered so far. */
export interface Draft {
  readonly place: 'server' | CloudRegion;
  /** In the stored form once its step is done. */
  readonly serverUrl: string;
  readonly organizationKey: string;
  /** Those that the token's owner belongs to, once it has been checked. */
  readonly organizations: readonly Organization[];
  /** Empty while editing: the stored token stays. */
  readonly token: string;
  /** When it expires, where the platform handed it over and said so. */
  readonly tokenExpires: string | undefined;
  /** Empty: the name that the address proposes. */
  readonly name: string;
  readonly receiveNotifications: boolean;
  /** What the last check of this very target and token said. */
  readonly verdict: ConnectionState | undefined;
}

type StepName = 'place' | 'serverUrl' | 'token' | 'organization' | 'name' | 'notifications' | 'confirm';

export const emptyDraft: Draft = {
  place: 'server',
  serverUrl: '',
  organizationKey: '',
  organizations: [],
  token: '',
  tokenExpires: undefined,
  name: '',
  receiveNotifications: true,
  verdict: undefined,
};

export function draftOf(connection: Connection): Draft {
  const { connectionId, receiveNotifications } = connection;
  return { ...draftFor(connection), name: connectionId, receiveNotifications };
}

/** A draft that knows already where it leads. */
export function draftFor(target: Target): Draft {
  return target.kind === 'server'
    ? { ...emptyDraft, place: 'server', serverUrl: target.serverUrl }
    : { ...emptyDraft, place: target.region, organizationKey: target.organizationKey };
}

/** What belongs to one place, and is offered to no other. */
const nothingKnown = {
  token: '',
  tokenExpires: undefined,
  organizationKey: '',
  organizations: [],
  verdict: undefined,
} as const;

export function withPlace(draft: Draft, place: Draft['place']): Draft {
  return place === draft.place ? draft : { ...draft, ...nothingKnown, place };
}

/** @param text an address; on the way back it may be anything, and is kept as the user typed it */
export function withServerUrl(draft: Draft, text: string): Draft {
  const serverUrl = parseServerUrl(text) ?? text;
  if (serverUrl === draft.serverUrl) return { ...draft, verdict: undefined };
  return { ...draft, ...nothingKnown, serverUrl };
}

/** What a token brings along. */
interface TokenFinding extends Pick<Draft, 'organizations' | 'verdict'> {
  /** Undefined: nobody said so just now. */
  readonly expires: string | undefined;
}

export function withToken(
  draft: Draft,
  token: string,
  { expires, organizations, verdict }: TokenFinding,
): Draft {
  const isSame = token === draft.token;
  const isKept = isSame || organizations.length === 0 || hasKey(organizations, draft.organizationKey);
  return {
    ...draft,
    token,
    tokenExpires: expires ?? (isSame ? draft.tokenExpires : undefined),
    organizationKey: (isKept && draft.organizationKey) || onlyKey(organizations),
    organizations,
    verdict,
  };
}

function hasKey(organizations: readonly Organization[], wanted: string): boolean {
  return organizations.some(({ key }) => key === wanted);
}

/** Whoever belongs to one organization need not know its key. */
function onlyKey([first, ...others]: readonly Organization[]): string {
  return first && others.length === 0 ? first.key : '';
}

export function targetOf({ place, serverUrl, organizationKey }: Draft): Target {
  return place === 'server'
    ? { kind: 'server', serverUrl }
    : { kind: 'cloud', organizationKey, region: place };
}

export function nameOf(draft: Draft, takenNames: readonly string[]): string {
  return draft.name === '' ? proposeConnectionId(targetOf(draft), takenNames) : draft.name;
}

/** `token`: nothing but another token for what there is. */
export type WizardMode = 'add' | 'edit' | 'token';

/**
 * The steps a draft needs. An existing connection stays server or cloud, in its region. What has not passed its check
 * is saved only after a last question.
 */
export function stepsOf({ place, verdict }: Draft, mode: WizardMode): readonly StepName[] {
  const gathering = mode === 'token' ? (['token'] as const) : gatheringSteps(place, mode);
  return verdict && verdict.state !== 'connected' ? [...gathering, 'confirm'] : gathering;
}

function gatheringSteps(place: Draft['place'], mode: 'add' | 'edit'): readonly StepName[] {
  const where: readonly StepName[] = place === 'server' ? ['serverUrl', 'token'] : ['token', 'organization'];
  return [...(mode === 'add' ? (['place'] as const) : []), ...where, 'name', 'notifications'];
}
