import type { ChangeRecord, ConnectionRecord, Journal } from '../../src/core/gate/journal/journal.ts';
import { connectionOf } from '../../src/core/gate/journal/journal.ts';
import { LaggingStatuses } from './laggingStatuses.ts';
import { mapChanges, mapConnections, withJournal, type WindowPorts } from './windowPorts.ts';

/**
 * A bug that a pipeline like this one has, or could have; some are the peer's. It is put into a port of each window, not
 * into the product's source, so that it survives every refactoring. The simulation must find each.
 */
export interface SeededBug {
  readonly name: string;
  /** The action of a schedule (`simulate.ts`) that this bug needs, when it is rare: it then happens more often. */
  readonly provokedBy?: string;
  /** Called once for each window. */
  readonly seed: (ports: WindowPorts) => WindowPorts;
}

const month = 30 * 24 * 3_600_000;

export const seededBugs: readonly SeededBug[] = [
  {
    name: 'no claim: every window tells what it sees',
    seed: (ports) => {
      const own = new Map<number, ChangeRecord['claim']>();
      return withJournal(ports, {
        see: (journal) =>
          mapChanges(journal, ({ claim: _claim, ...change }) => {
            const claim = change.outcome ? _claim : own.get(change.id);
            return claim ? { ...change, claim } : change;
          }),
        write: (next) => {
          for (const { id, claim } of next.changes) if (claim?.window === ports.window) own.set(id, claim);
          return next;
        },
      });
    },
  },
  {
    name: 'cursor by the local clock: a gate change counts only with an event since the last poll',
    seed: (ports) => ({ ...ports, http: new LaggingStatuses(ports.http) }),
  },
  {
    name: 'no fencing: late answers of a window that slept are believed',
    provokedBy: 'send the next asker to sleep',
    seed: (ports) => {
      const own = new Map<string, Pick<ConnectionRecord, 'epoch' | 'turn'>>();
      return withJournal(ports, {
        see: (journal) => mapConnections(journal, (record) => ({ ...record, ...own.get(record.uuid) })),
        write: (next) => {
          for (const { uuid, epoch, turn } of next.connections) own.set(uuid, { epoch, turn });
          return next;
        },
      });
    },
  },
  {
    name: 'acknowledged before it is shown',
    seed: (ports) =>
      withJournal(ports, {
        write: (next, current) =>
          mapClaimed(next, current, ports, (change) =>
            change.claim ? { ...change, outcome: { as: change.claim.as, at: change.claim.at } } : change,
          ),
      }),
  },
  {
    name: 'a claim without acknowledgement is toasted once more',
    provokedBy: 'kill the next window that notifies',
    seed: (ports) =>
      withJournal(ports, {
        write: (next, current) => {
          const claimed = next.changes.filter((change) => isClaimed(change, current, ports));
          if (claimed.length !== 1) return next;
          return mapClaimed(next, current, ports, (change) =>
            change.claim ? { ...change, claim: { ...change.claim, as: 'toast' } } : change,
          );
        },
      }),
  },
  {
    name: 'no pulse after the toast: what a dead tab was given counts as seen',
    seed: (ports) => {
      let wasDelivered = false;
      return {
        ...ports,
        notifier: {
          notify: (notification, signal) => {
            void ports.notifier.notify(notification, signal);
            wasDelivered = true;
            return Promise.resolve(true);
          },
          isReady: () => {
            const isAssumed = wasDelivered;
            wasDelivered = false;
            return isAssumed ? Promise.resolve(true) : ports.notifier.isReady();
          },
        },
      };
    },
  },
  {
    name: 'a claim from the future never expires',
    provokedBy: 'jump',
    seed: (ports) =>
      withJournal(ports, {
        see: (journal) =>
          mapChanges(journal, (change) => {
            const { claim } = change;
            const now = ports.now();
            return claim && claim.at > now ? { ...change, claim: { ...claim, at: now } } : change;
          }),
      }),
  },
  {
    name: 'a change expires before it was delivered',
    provokedBy: 'jump',
    seed: (ports) =>
      withJournal(ports, {
        write: (next) => ({ ...next, changes: next.changes.filter(({ at }) => ports.now() - at <= month) }),
      }),
  },
  {
    name: 'nobody takes over from a dead leader',
    seed: (ports) => {
      let beats = 0;
      const lockOf = (connection: string) => {
        const lock = ports.files.lockOf(connection);
        const latest = async () => {
          const generation = await lock.latest();
          return generation && { ...generation, isOver: false, heartbeat: String(beats++) };
        };
        return { ...lock, latest };
      };
      return { ...ports, files: { ...ports.files, lockOf } };
    },
  },
  {
    name: 'a later change overtakes one that another window has claimed',
    seed: (ports) =>
      withJournal(ports, {
        see: (journal) =>
          mapChanges(journal, (change) => {
            const { claim, outcome } = change;
            if (outcome || !claim || claim.window === ports.window) return change;
            return { ...change, outcome: { as: claim.as, at: claim.at } };
          }),
      }),
  },
  {
    name: 'a failed poll forgets the baseline',
    seed: (ports) =>
      withJournal(ports, {
        write: (next, current) =>
          mapConnections(next, (record) => {
            const failures = connectionOf(current, record.uuid)?.poll.failures ?? 0;
            return record.poll.failures > failures ? { ...record, gates: [] } : record;
          }),
      }),
  },
  {
    name: 'new issues are notified whenever an answer contains them',
    seed: (ports) =>
      withJournal(ports, {
        write: (next, current) =>
          mapConnections(next, (record) => {
            const before = connectionOf(current, record.uuid);
            const gates = record.gates.map((gate) => {
              const issuesAt = before && gateOf(before, gate.project)?.issuesAt;
              return issuesAt === undefined ? gate : { ...gate, issuesAt };
            });
            return { ...record, gates };
          }),
      }),
  },
  {
    name: 'the first state of a gate is notified as a change',
    seed: (ports) => withJournal(ports, { write: withBaselines }),
  },
];

/** Whether the window has claimed it with this write. */
function isClaimed({ id, claim }: ChangeRecord, current: Journal, { window }: WindowPorts): boolean {
  const before = current.changes.find((change) => change.id === id)?.claim;
  return claim?.window === window && claim.token !== before?.token;
}

function mapClaimed(
  next: Journal,
  current: Journal,
  ports: WindowPorts,
  map: (change: ChangeRecord) => ChangeRecord,
): Journal {
  return mapChanges(next, (change) => (isClaimed(change, current, ports) ? map(change) : change));
}

function gateOf({ gates }: ConnectionRecord, project: string): ConnectionRecord['gates'][number] | undefined {
  return gates.find((gate) => gate.project === project);
}

/** Each gate that is seen for the first time becomes a change from `OK`. */
function withBaselines(next: Journal, current: Journal): Journal {
  let { sequence } = next;
  const changes = next.connections.flatMap(({ uuid, gates }) => {
    const before = connectionOf(current, uuid);
    const first = gates.filter(
      ({ project, status }) => status === 'ERROR' && !(before && gateOf(before, project)),
    );
    return first.map(({ project, status, since, source }): ChangeRecord => ({
      id: ++sequence,
      connection: uuid,
      project,
      from: 'OK',
      to: status,
      at: since,
      source,
    }));
  });
  return { ...next, sequence, changes: [...next.changes, ...changes] };
}
