import type { BindingState } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { FailureCode } from '../../core/failures.ts';
import type { ConnectionTrouble } from '../../core/gate/monitor.ts';
import type { CommandId } from '../host/commandTable.ts';
import type { KnownState } from '../connections/states.ts';
import type { RelayStatus } from '../push/relayPushes.ts';
import type { SeenGate } from '../gates/seenGate.ts';

/** All that lies between a gate of a folder's project and a notification about it, as it is now. */
export interface ChainFacts {
  readonly binding: BindingState;
  /** Of the connection that the folder is bound to; undefined where it is bound to none. */
  readonly connected?: {
    readonly connection: Connection;
    readonly state: KnownState;
    readonly gate: SeenGate;
    /** What has to be resumed: the project, the connection as a whole, or nothing. */
    readonly muted: 'project' | 'connection' | undefined;
    readonly trouble: ConnectionTrouble | undefined;
    /** When the platform last answered, milliseconds since the epoch. */
    readonly lastSuccess: number | undefined;
    /** Undefined: there is none. */
    readonly relay: RelayFacts | undefined;
  };
  readonly storageFailure: FailureCode | undefined;
  /** What became of the last change of this gate that was seen. */
  readonly lastChange: LastChange | undefined;
}

export interface RelayFacts extends RelayStatus {
  /** The relay listens to this project for us. */
  readonly covers: boolean;
}

export interface LastChange {
  readonly to: string;
  /** Local clock. */
  readonly at: number;
  /** Undefined: still to be told. */
  readonly outcome: 'toast' | 'recap' | 'undone' | 'muted' | undefined;
}

/** The links in the order in which a change passes them. */
export const linkNames = [
  'trust',
  'binding',
  'connection',
  'project',
  'notifications',
  'mute',
  'polling',
  'relay',
  'storage',
  'lastChange',
] as const;
export type LinkName = (typeof linkNames)[number];

/** `unknown`: cannot be said because an earlier link is broken, or nothing has happened yet. */
export interface Link {
  readonly name: LinkName;
  readonly holds: 'yes' | 'no' | 'unknown';
}

/** Judges each link by itself, so that a person sees all that is wrong and not only the first of it. */
export function linksOf(facts: ChainFacts): readonly Link[] {
  return linkNames.map((name) => ({ name, holds: judge[name](facts) }));
}

/** The first link that is broken: with it mended, the next one may show. */
export function brokenLink(links: readonly Link[]): Link | undefined {
  return links.find(({ holds }) => holds === 'no');
}

const yesNo = (holds: boolean): Link['holds'] => (holds ? 'yes' : 'no');

const judge: Readonly<Record<LinkName, (facts: ChainFacts) => Link['holds']>> = {
  trust: ({ binding }) => yesNo(binding.state !== 'untrusted'),
  binding: ({ binding }) => (binding.state === 'untrusted' ? 'unknown' : yesNo(binding.state === 'bound')),
  connection: ({ connected }) => {
    if (!connected || connected.state.state === 'checking') return 'unknown';
    return yesNo(connected.state.state === 'connected');
  },
  project: ({ connected }) => {
    if (connected?.gate.hidden) return 'no';
    return connected?.gate.status === undefined ? 'unknown' : 'yes';
  },
  notifications: ({ connected }) =>
    connected ? yesNo(connected.connection.receiveNotifications) : 'unknown',
  mute: ({ connected }) => (connected ? yesNo(connected.muted === undefined) : 'unknown'),
  polling: ({ connected }) => {
    if (!connected) return 'unknown';
    if (connected.trouble) return 'no';
    return connected.lastSuccess === undefined ? 'unknown' : 'yes';
  },
  // Without a relay nothing is amiss, and without one that works everything is later than it was meant to be.
  relay: ({ connected }) => {
    if (!connected) return 'unknown';
    const { relay } = connected;
    if (!relay) return 'yes';
    if (relay.state === 'listening') return yesNo(relay.covers);
    return relay.state === 'connecting' || relay.state === 'elsewhere' ? 'unknown' : 'no';
  },
  storage: ({ storageFailure }) => yesNo(storageFailure === undefined),
  lastChange: ({ lastChange }) => (lastChange === undefined ? 'unknown' : 'yes'),
};

/** What mends a link that is broken. */
export type Remedy = CommandId | 'workbench.trust.manage';

/** Undefined for a link that is not broken: there is nothing to mend. */
export function remedyOf({ name, holds }: Link, facts: ChainFacts): Remedy | undefined {
  return holds === 'no' ? remedies[name](facts) : undefined;
}

const remedies: Readonly<Record<LinkName, (facts: ChainFacts) => Remedy | undefined>> = {
  trust: () => 'workbench.trust.manage',
  binding: () => 'service.bindFolder',
  connection: ({ connected }) => connected && remedyOfState(connected.state),
  project: () => 'service.bindFolder',
  notifications: () => 'service.editConnection',
  mute: ({ connected }) =>
    connected?.muted === 'connection' ? 'service.unmuteConnection' : 'service.unmuteProject',
  polling: () => 'service.checkConnection',
  relay: ({ connected }) => (connected?.relay?.state === 'away' ? 'service.showLog' : 'service.connectRelay'),
  storage: () => 'service.showLog',
  lastChange: () => undefined,
};

function remedyOfState({ state }: KnownState): Remedy {
  switch (state) {
    case 'tokenMissing':
    case 'tokenRefused':
    case 'wrongTokenKind':
      return 'service.replaceToken';
    case 'organizationNotFound':
      return 'service.editConnection';
    // It is somebody else's turn; when that is done, asking again shows it.
    case 'starting':
    case 'unreachable':
    case 'versionTooOld':
    case 'checking':
    case 'connected':
      return 'service.checkConnection';
  }
}
