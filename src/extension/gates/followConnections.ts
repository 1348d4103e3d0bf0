import { DisposableStore } from '../../core/disposables.ts';
import type { WatchTarget } from '../../core/gate/model.ts';
import type { GateServices } from './gateServices.ts';

/**
 * Keeps the polls and the checks of a connection consistent until disposal: a check that succeeds ends the back-off of
 * failed polls, and a poll that begins to fail, or to succeed again, causes a check. `watch` watches the gates that
 * `targets` returns then, and polls at once for those that no window has observed yet.
 */
export function followConnections(
  { monitor, states, report }: Pick<GateServices, 'monitor' | 'states' | 'report'>,
  targets: () => readonly WatchTarget[],
) {
  const { journal } = monitor;
  const troubles = new Map<string, string | undefined>();
  let connected: ReadonlySet<string> = new Set();
  const inBackground = (work: Promise<void>, doing: string) => {
    work.catch((error: unknown) => report(error, doing));
  };
  /** `recover` repeats the polls that failed. */
  const askUnknown = () => {
    const isUnknown = ({ connection: { uuid }, project, branch }: WatchTarget) => {
      const { gate, hidden } = journal.gateOf(uuid, project, branch);
      return connected.has(uuid) && !journal.pollErrorOf(uuid) && !gate && !hidden;
    };
    const unknown = targets().filter(isUnknown);
    for (const uuid of new Set(unknown.map(({ connection }) => connection.uuid)))
      inBackground(monitor.check(uuid), 'asking for quality gates');
  };
  const followStates = () => {
    const before = connected;
    const uuids = targets().map(({ connection }) => connection.uuid);
    connected = new Set(uuids.filter((uuid) => states.of(uuid).state === 'connected'));
    const added = [...connected].filter((uuid) => !before.has(uuid));
    for (const uuid of added) inBackground(monitor.recover(uuid), 'polling again');
    if (added.length > 0) askUnknown();
  };
  const followPolls = () => {
    const connections = new Map(targets().map(({ connection }) => [connection.uuid, connection]));
    for (const [uuid, connection] of connections) {
      const code = journal.pollErrorOf(uuid)?.code;
      if (troubles.has(uuid) && troubles.get(uuid) !== code)
        inBackground(states.check(connection, { quiet: true }), 'checking a connection');
      troubles.set(uuid, code);
    }
  };
  const watch = () => {
    monitor.watch(targets());
    // The first change of the journal that this window sees may be the failure of another window's poll.
    followPolls();
    followStates();
    askUnknown();
  };
  const scope = new DisposableStore();
  scope.add(states.onDidChange(followStates));
  scope.add(journal.onDidChange(followPolls));
  watch();
  return { watch, dispose: () => scope.dispose() };
}
