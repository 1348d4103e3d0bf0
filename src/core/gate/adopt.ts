import type { Change, Journal } from './journal.ts';
import { isOf, observe } from './observe.ts';

/**
 * Brings what one window learned and told while it could not write (`memory`, which started from `base`, a sequence of
 * the stored journal) into the journal on the disk. Nobody else could write meanwhile, as a rule; where somebody did,
 * the statuses are entered again, and what was told of them is told.
 */
export function adopt(disk: Journal, memory: Journal, base: number): Journal {
  if (disk.sequence <= base) return memory;
  let journal = disk;
  for (const { uuid, gates } of memory.connections) {
    const learned = gates.filter(({ revision }) => revision > base);
    const observations = learned.map((gate) => ({ ...gate, connection: uuid, at: gate.since }));
    journal = observe(journal, uuid, observations);
  }
  const told = memory.changes.filter(({ claim, outcome }) => claim !== undefined || outcome !== undefined);
  const toldAs = (change: Change) =>
    told.findLast((own) => own.id === change.id || (own.id > base && isSameNews(own, change)));
  return {
    ...journal,
    changes: journal.changes.map((change) => {
      const own = change.outcome || change.claim ? undefined : toldAs(change);
      return own ? { ...change, claim: own.claim, outcome: own.outcome } : change;
    }),
  };
}

function isSameNews(a: Change, b: Change): boolean {
  return isOf(a, b.connection, b) && a.to === b.to;
}
