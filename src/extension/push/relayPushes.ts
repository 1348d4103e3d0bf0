import * as vscode from 'vscode';
import type { TokenStore } from '../../core/connections/tokenStore.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Failure } from '../../core/failures.ts';
import type { GateMonitor, Pushes } from '../../core/gate/monitor.ts';
import { errorsTo, type Log } from '../../core/log.ts';
import type { RelayState } from '../../core/push/pushClient.ts';
import { WorkQueue } from '../../core/workQueue.ts';
import { offerCommand, showWarning } from '../ui/messages.ts';
import type { Report } from '../host/commands.ts';
import { onDidChangeSetting, type Settings } from '../host/settings.ts';
import type { RelayConnection } from './relayConnection.ts';

/** The name of the relay key in the token store, which binds it to the origin of the relay. */
export const relayKeyName = 'relay';

export const relaySetting = 'service.notifications.relay';

interface RelayPushesOptions {
  readonly settings: Pick<Settings, 'read'>;
  readonly tokenStore: Pick<TokenStore, 'get' | 'onDidChange'>;
  readonly log: Log;
  readonly report: Report;
  readonly warn?: typeof showWarning;
}

export interface RelayStatus {
  readonly address: string;
  /** `keyMissing`: this relay has no stored key. `elsewhere`: another window polls, and listens if it has projects. */
  readonly state: RelayState | 'keyMissing' | 'elsewhere';
  /** When this window last received a push event, of any project: local clock, in milliseconds since the epoch. */
  readonly lastReceivedAt: number | undefined;
}

type Leader = Pick<GateMonitor, 'ledProjects' | 'onDidChangeLeadership' | 'receivePush'>;

/**
 * Listens to the relay of the settings while this window polls a connection, so that one window of an editor listens.
 * The code that talks to a relay is a separate chunk, which is never loaded without a relay.
 */
export class RelayPushes implements Pushes, Disposable {
  readonly #options: RelayPushesOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #monitor: Leader | undefined;
  #connection: { readonly address: string; readonly key: string; readonly open: RelayConnection } | undefined;
  readonly #applying = new WorkQueue();
  #stateWithout: 'connecting' | 'keyMissing' | 'elsewhere' = 'elsewhere';
  /** The warnings that this window has shown since the relay key last changed: the problem and the address. */
  readonly #shown = new Set<string>();

  constructor(options: RelayPushesOptions) {
    this.#options = options;
    this.#changed = this.#scope.add(
      new Emitter<void>(errorsTo(options.log, 'A listener of the relay failed')),
    );
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  covers(project: string): boolean {
    const client = this.#connection?.open.client;
    return client?.state === 'listening' && client.covers(project);
  }

  /** The state of the connection to the relay; undefined if the settings name no relay. */
  get status(): RelayStatus | undefined {
    const address = this.#address;
    if (address === '') return undefined;
    const client = this.#connection?.open.client;
    return {
      address,
      state: client?.state ?? this.#stateWithout,
      lastReceivedAt: client?.lastReceivedAt,
    };
  }

  start(monitor: Leader): void {
    this.#monitor = monitor;
    this.#scope.add(onDidChangeSetting(relaySetting, () => this.#apply()));
    this.#scope.add(
      this.#options.tokenStore.onDidChange((uuid) => {
        if (uuid !== relayKeyName) return;
        this.#shown.clear();
        this.#apply();
      }),
    );
    this.#scope.add(monitor.onDidChangeLeadership(() => this.#apply()));
    this.#apply();
  }

  dispose(): void {
    this.#scope.dispose();
    this.#disconnect('elsewhere');
  }

  get #address(): string {
    return this.#options.settings.read(relaySetting).replace(/\/+$/, '');
  }

  /** Applies the settings, one call after the other, because they may change while the chunk is being loaded. */
  #apply(): void {
    this.#applying
      .run(() => this.#follow())
      .catch((error: unknown) => {
        this.#options.report(error, 'listening to the relay');
        // The key could not be read. The user can enter it again.
        this.#disconnect('keyMissing');
      });
  }

  async #follow(): Promise<void> {
    const { log } = this.#options;
    const monitor = this.#monitor;
    const address = this.#address;
    if (!monitor || address === '' || monitor.ledProjects().length === 0) {
      this.#disconnect('elsewhere');
      return;
    }
    if (!this.#connection) this.#disconnect('connecting');
    const key = await this.#keyFor(address);
    if (key === undefined) {
      this.#disconnect('keyMissing');
      this.#notify(address, 'missing');
      return;
    }
    if (this.#connection?.address === address && this.#connection.key === key) return;
    this.#disconnect('connecting');
    const { openRelayConnection } = await import('./relayConnection.ts');
    if (this.#scope.isDisposed) return;
    const open = openRelayConnection({ address, key, monitor, log });
    this.#connection = { address, key, open };
    open.client.onDidChange(() => {
      if (open.client.state === 'refused') this.#notify(address, 'refused');
      this.#changed.fire();
    });
  }

  /** Returns undefined if the token store holds no key or the key of another relay. */
  async #keyFor(address: string): Promise<string | undefined> {
    try {
      return await this.#options.tokenStore.get(relayKeyName, new URL(address).origin);
    } catch (error) {
      if (Failure.is(error, 'wrongOrigin')) return undefined;
      throw error;
    }
  }

  /** Ends the connection, if there is one. `state`: the state from now on. */
  #disconnect(state: 'connecting' | 'keyMissing' | 'elsewhere'): void {
    if (!this.#connection && this.#stateWithout === state) return;
    this.#connection?.open.dispose();
    this.#connection = undefined;
    this.#stateWithout = state;
    this.#changed.fire();
  }

  /** Warns once in this window of each problem of a relay, and again after its key has changed. Polling continues. */
  #notify(address: string, trouble: 'missing' | 'refused'): void {
    const warning = `${trouble} ${address}`;
    if (this.#shown.has(warning)) return;
    this.#shown.add(warning);
    const text =
      trouble === 'missing'
        ? vscode.l10n.t('Relay {0} requires a relay key. Until then, quality gates are polled.', address)
        : vscode.l10n.t(
            'Relay {0} refused the relay key. Until you replace it, quality gates are polled.',
            address,
          );
    const title = vscode.l10n.t('Enter Relay Key');
    const enter = { title, command: 'service.connectRelay', arguments: [address] };
    offerCommand(this.#options.warn ?? showWarning, text, enter).catch((error: unknown) =>
      this.#options.report(error, 'asking for a relay key'),
    );
  }
}
