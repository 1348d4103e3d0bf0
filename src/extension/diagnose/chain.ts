import type { BindingState } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { FailureCode } from '../../core/failures.ts';
import type { PollError } from '../../core/gate/gateJournal.ts';
import type { ChangeRecord } from '../../core/gate/journal/journal.ts';
import type { CommandId } from '../host/commandTable.ts';
import type { KnownState } from '../connections/states.ts';
import type { RelayStatus } from '../push/relayPushes.ts';
import type { KnownGate } from '../gates/knownGate.ts';

/** The current facts that decide whether the user gets notified about a quality gate of the project of a folder. */
export interface ChainFacts {
  readonly binding: BindingState;
  /** The connection that the folder is bound to; undefined unless the folder is bound. */
  readonly connected?: {
    readonly connection: Connection;
    readonly state: KnownState;
    readonly gate: KnownGate;
    /** The mute that has to be lifted, the one of the project first; undefined if neither is muted. */
    readonly muted: 'project' | 'connection' | undefined;
    readonly pollError: PollError | undefined;
    /** When the platform last answered a poll, in milliseconds since the epoch; undefined before the first answer. */
    readonly checkedAt: number | undefined;
    /** Undefined if the settings name no relay. */
    readonly relay:
      | (RelayStatus & {
          /** Whether this window receives the push events of the project from the relay. */
          readonly covers: boolean;
        })
      | undefined;
  };
  readonly storageFailure: FailureCode | undefined;
  /** The last change of this quality gate that was observed; undefined before the first. */
  readonly lastChange: Pick<ChangeRecord, 'to' | 'at' | 'outcome'> | undefined;
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

/** The state of one link. `unknown`: an earlier link is broken, or nothing has shown the state yet. */
export interface Link {
  readonly name: LinkName;
  readonly holds: 'yes' | 'no' | 'unknown';
}

/** The broken ones come first. Each is checked separately, so that the user sees all that is wrong. */
export function linksOf(facts: ChainFacts): readonly Link[] {
  const links = linkNames.map((name) => ({ name, holds: checks[name](facts) }));
  return links.toSorted((one, other) => Number(other.holds === 'no') - Number(one.holds === 'no'));
}

const yesNo = (holds: boolean): Link['holds'] => (holds ? 'yes' : 'no');

const ofConnected =
  (check: (connected: NonNullable<ChainFacts['connected']>) => Link['holds']) =>
  ({ connected }: ChainFacts): Link['holds'] =>
    connected ? check(connected) : 'unknown';

const checks: Readonly<Record<LinkName, (facts: ChainFacts) => Link['holds']>> = {
  trust: ({ binding }) => yesNo(binding.state !== 'untrusted'),
  binding: ({ binding }) => (binding.state === 'untrusted' ? 'unknown' : yesNo(binding.state === 'bound')),
  connection: ofConnected(({ state: { state } }) =>
    state === 'checking' ? 'unknown' : yesNo(state === 'connected'),
  ),
  project: ofConnected(({ gate }) => {
    if (gate.hidden) return 'no';
    return gate.status === undefined ? 'unknown' : 'yes';
  }),
  notifications: ofConnected(({ connection }) => yesNo(connection.receiveNotifications)),
  mute: ofConnected(({ muted }) => yesNo(muted === undefined)),
  polling: ofConnected(({ pollError, checkedAt }) => {
    if (pollError) return 'no';
    return checkedAt === undefined ? 'unknown' : 'yes';
  }),
  // Without a relay the link holds, because the gate is polled. With a relay that does not work, every notification is
  // later than it was meant to be.
  relay: ofConnected(({ relay }) => {
    if (!relay) return 'yes';
    if (relay.state === 'listening') return yesNo(relay.covers);
    return relay.state === 'connecting' || relay.state === 'elsewhere' ? 'unknown' : 'no';
  }),
  storage: ({ storageFailure }) => yesNo(storageFailure === undefined),
  lastChange: ({ lastChange }) => (lastChange === undefined ? 'unknown' : 'yes'),
};

/** The command that repairs a broken link. */
export type FixCommand = CommandId | 'workbench.trust.manage';

export function fixOf({ name, holds }: Link, facts: ChainFacts): FixCommand | undefined {
  return holds === 'no' ? fixes[name](facts) : undefined;
}

const fixes: Readonly<Record<LinkName, (facts: ChainFacts) => FixCommand | undefined>> = {
  trust: () => 'workbench.trust.manage',
  binding: () => 'service.bindFolder',
  connection: ({ connected }) => connected && fixOfState(connected.state),
  project: () => 'service.bindFolder',
  notifications: () => 'service.editConnection',
  mute: ({ connected }) =>
    connected?.muted === 'connection' ? 'service.unmuteConnection' : 'service.unmuteProject',
  polling: () => 'service.checkConnection',
  relay: ({ connected }) => (connected?.relay?.state === 'away' ? 'service.showLog' : 'service.connectRelay'),
  storage: () => 'service.showLog',
  lastChange: () => undefined,
};

function fixOfState({ state }: KnownState): FixCommand {
  switch (state) {
    case 'tokenMissing':
    case 'tokenRefused':
    case 'wrongTokenKind':
      return 'service.replaceToken';
    case 'organizationNotFound':
      return 'service.editConnection';
    // The user cannot repair these states. Once they are over, a check shows it.
    case 'starting':
    case 'unreachable':
    case 'versionTooOld':
    case 'checking':
    case 'connected':
      return 'service.checkConnection';
  }
}
