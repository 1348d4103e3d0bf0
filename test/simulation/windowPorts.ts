import type { Journal, ChangeRecord } from '../../src/core/gate/journal/journal.ts';
import type { GateFiles } from '../../src/core/gate/monitor.ts';
import type { Notifier } from '../../src/core/gate/notify/gateNotification.ts';
import type { Http } from '../../src/core/http.ts';

/** The ports that one simulated window gives to the product. A seeded bug replaces some of them. */
export interface WindowPorts {
  /** Id of the window. */
  readonly window: string;
  /** Local clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly files: GateFiles;
  readonly notifier: Notifier;
  readonly http: Http;
}

/** How one window's journal differs from the one on disk. */
export interface JournalView {
  /** Changes what the window reads. Must return the same changes in the same order. */
  readonly see?: (journal: Journal) => Journal;
  /** Changes what the window writes. `current` is the journal as the window saw it, not as it is on disk. */
  readonly write?: (next: Journal, current: Journal) => Journal;
}

/** Returns ports whose journal is read and written through a view. A value that the window keeps stays as it is on disk. */
export function withJournal(ports: WindowPorts, { see = same, write = same }: JournalView): WindowPorts {
  const { journal } = ports.files;
  const file: GateFiles['journal'] = {
    read: async () => see(await journal.read()),
    update: async (change) =>
      see(
        await journal.update((stored) => {
          const seen = see(stored);
          const next = change(seen);
          return next === seen ? stored : restored(write(next, seen), seen, stored);
        }),
      ),
    setAside: () => journal.setAside(),
    onDidChange: journal.onDidChange,
  };
  return { ...ports, files: { ...ports.files, journal: file } };
}

function same(journal: Journal): Journal {
  return journal;
}

/** Takes back what a view changed: a claim or outcome that the window has not replaced gets its stored value again. */
function restored(next: Journal, seen: Journal, stored: Journal): Journal {
  const origins = new Map(
    seen.changes.map((change, index) => [change.id, { change, origin: stored.changes[index] }]),
  );
  const changes = next.changes.map((change): ChangeRecord => {
    const known = origins.get(change.id);
    if (!known?.origin) return change;
    const { claim, outcome, ...rest } = change;
    const kept = {
      claim: claim === known.change.claim ? known.origin.claim : claim,
      outcome: outcome === known.change.outcome ? known.origin.outcome : outcome,
    };
    return {
      ...rest,
      ...(kept.claim && { claim: kept.claim }),
      ...(kept.outcome && { outcome: kept.outcome }),
    };
  });
  return { ...next, changes };
}

/** Changes each change of a journal. */
export function mapChanges(journal: Journal, map: (change: ChangeRecord) => ChangeRecord): Journal {
  return { ...journal, changes: journal.changes.map(map) };
}

/** Changes each connection's record of a journal. */
export function mapConnections(
  journal: Journal,
  map: (record: Journal['connections'][number]) => Journal['connections'][number],
): Journal {
  return { ...journal, connections: journal.connections.map(map) };
}
