import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { WatchTarget } from '../../core/gate/model.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { Report } from '../host/commands.ts';

export interface FollowConnectionsOptions {
  readonly monitor: Pick<GateMonitor, 'check' | 'journal' | 'recover' | 'watch'>;
  readonly states: Pick<ConnectionStates, 'check' | 'of' | 'onDidChange'>;
  readonly targets: () => readonly WatchTarget[];
  readonly report: Report;
}

/**
 * Keeps the polls and the checks of a connection consistent: a check that succeeds ends the back-off of failed polls,
 * and a poll that begins to fail, or to succeed again, causes a check.
 */
export class FollowConnections implements Disposable {
  readonly #options: FollowConnectionsOptions;
  readonly #scope = new DisposableStore();
  readonly #troubles = new Map<string, string | undefined>();
  #connected: ReadonlySet<string> = new Set();

  constructor(options: FollowConnectionsOptions) {
    this.#options = options;
  }

  start(): void {
    const { monitor, states } = this.#options;
    this.#scope.add(states.onDidChange(() => this.#followStates()));
    this.#scope.add(monitor.journal.onDidChange(() => this.#followPolls()));
    this.watch();
  }

  /** Watches the gates that `targets` returns now, and polls at once for those that no window has observed yet. */
  watch(): void {
    const { monitor, targets } = this.#options;
    monitor.watch(targets());
    // The first change of the journal that this window sees may be the failure of another window's poll.
    this.#followPolls();
    this.#followStates();
    this.#askUnknown();
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #connectedNow(): ReadonlySet<string> {
    const { states, targets } = this.#options;
    const uuids = targets().map(({ connection }) => connection.uuid);
    return new Set(uuids.filter((uuid) => states.of(uuid).state === 'connected'));
  }

  #followStates(): void {
    const { monitor } = this.#options;
    const before = this.#connected;
    this.#connected = this.#connectedNow();
    const added = [...this.#connected].filter((uuid) => !before.has(uuid));
    for (const uuid of added) this.#inBackground(monitor.recover(uuid), 'polling again');
    if (added.length > 0) this.#askUnknown();
  }

  #followPolls(): void {
    const { monitor, states, targets } = this.#options;
    const connections = new Map(targets().map(({ connection }) => [connection.uuid, connection]));
    for (const [uuid, connection] of connections) {
      const code = monitor.journal.pollErrorOf(uuid)?.code;
      if (this.#troubles.has(uuid) && this.#troubles.get(uuid) !== code)
        this.#inBackground(states.check(connection, { quiet: true }), 'checking a connection');
      this.#troubles.set(uuid, code);
    }
  }

  /** Polls the connections of gates that no window has observed yet. `recover` repeats the polls that failed. */
  #askUnknown(): void {
    const { monitor, targets } = this.#options;
    const isUnknown = ({ connection: { uuid }, project, branch }: WatchTarget) => {
      const { gate, hidden } = monitor.journal.gateOf(uuid, project, branch);
      return this.#connected.has(uuid) && !monitor.journal.pollErrorOf(uuid) && !gate && !hidden;
    };
    const unknown = targets().filter(isUnknown);
    for (const uuid of new Set(unknown.map(({ connection }) => connection.uuid)))
      this.#inBackground(monitor.check(uuid), 'asking for quality gates');
  }

  #inBackground(work: Promise<void>, doing: string): void {
    work.catch((error: unknown) => this.#options.report(error, doing));
  }
}
