import type { DeveloperEvent, EventQuery } from '../../api/developerEvents.ts';
import type { ProjectRecord } from '../journal/journal.ts';
import type { ProjectObservation } from './pollResult.ts';
import { gateKey, type GateId } from '../model.ts';

/**
 * How far before the newest known event a query begins, milliseconds. The platform compares the date of a query with
 * the time a scan *started*, but shows the event when the scan is done. The time between (longest scan and queue) must
 * fit in here.
 */
const eventWindowMs = 24 * 3_600_000;

/** Where the first query of a project begins: before every event, at a date that the platform surely can parse. */
const beginning = Date.UTC(2000, 0, 1);

/**
 * Returns the query for the events of a project. Only dates that came from the platform move its date, never the local
 * clock. Before the first known event nothing can repeat, so a query from the beginning costs no more.
 */
export function eventQuery(project: string, record: ProjectRecord | undefined): EventQuery {
  return { project, since: record?.cursor === undefined ? beginning : record.cursor - eventWindowMs };
}

function identityOf({ category, branch, at, link }: DeveloperEvent): string {
  return [category, branch ?? '', at ?? link ?? ''].join('|');
}

export class GateEvents {
  readonly #latest = new Map<string, DeveloperEvent>();

  add(events: readonly DeveloperEvent[]): void {
    for (const event of events) {
      if (event.category !== 'QUALITY_GATE') continue;
      const known = this.#latest.get(gateKey(event));
      if (!known || (event.at ?? 0) >= (known.at ?? 0)) this.#latest.set(gateKey(event), event);
    }
  }

  /** Returns the latest event of the gate, or undefined if an earlier poll has seen it or the gate has no event. */
  newOf(gate: GateId, record: ProjectRecord | undefined): DeveloperEvent | undefined {
    const event = this.#latest.get(gateKey(gate));
    return event && !record?.events.includes(identityOf(event)) ? event : undefined;
  }
}

/** Returns, for each project with events, the identities and the newest date that the journal keeps. */
export function projectObservationsOf(events: readonly DeveloperEvent[]): readonly ProjectObservation[] {
  const projects = new Set(events.map(({ project }) => project));
  return [...projects].map((key) => {
    const own = events.filter(({ project }) => project === key);
    const dates = own.flatMap(({ at }) => at ?? []);
    return { key, events: own.map(identityOf), cursor: dates.length > 0 ? Math.max(...dates) : undefined };
  });
}
