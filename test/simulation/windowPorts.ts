import type { Journal, Change } from '../../src/core/gate/journal.ts';
import type { GateFiles } from '../../src/core/gate/monitorPorts.ts';
import type { Teller } from '../../src/core/gate/news.ts';
import type { Http } from '../../src/core/http.ts';

/** What the product gets of one simulated window. A seeded bug replaces parts of it. */
export interface WindowPorts {
  /** Id of the window. */
  readonly window: string;
  /** Local clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly files: GateFiles;
  readonly teller: Teller;
  readonly http: Http;
}

/** How one window's journal differs from the one on disk. */
export interface JournalView {
  /** What the window reads instead of what is on disk. Must return the same changes in the same order. */
  readonly see?: (journal: Journal) => Journal;
  /** What is written instead of `next`. `current` is what the window saw, not what is on disk. */
  readonly write?: (next: Journal, current: Journal) => Journal;
}

/** Puts a view between the window and its journal. What the window leaves as it saw it stays as it is on disk. */
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

/** Takes what a view made of a change back, field by field, where the window has not changed it. */
function restored(next: Journal, seen: Journal, stored: Journal): Journal {
  const origins = new Map(
    seen.changes.map((change, index) => [change.id, { change, origin: stored.changes[index] }]),
  );
  const changes = next.changes.map((change): Change => {
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
export function mapChanges(journal: Journal, map: (change: Change) => Change): Journal {
  return { ...journal, changes: journal.changes.map(map) };
}

/** Changes each connection's record of a journal. */
export function mapConnections(
  journal: Journal,
  map: (record: Journal['connections'][number]) => Journal['connections'][number],
): Journal {
  return { ...journal, connections: journal.connections.map(map) };
}
