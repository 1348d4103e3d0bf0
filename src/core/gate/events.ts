import type { DeveloperEvent, EventQuery } from '../api/developerEvents.ts';
import type { ProjectRecord } from './journal/journal.ts';
import type { ProjectSighting } from './poll/pollResult.ts';
import { gateKey, type GateId } from './subject.ts';

/**
 * How far before the newest event we know to ask, milliseconds. The platform compares with the time a scan *started*
 * and shows its event when it is done: what lies between (longest scan and queue) must fit in here.
 */
const eventWindowMs = 24 * 3_600_000;

/** The platform's first second that it surely can parse; nothing is older. */
const beginning = Date.UTC(2000, 0, 1);

/**
 * From when to ask. Only dates that the platform itself gave move this, never our clock; before the first event there
 * is nothing to repeat, so asking from the beginning costs no more.
 */
export function eventQuery(project: string, record: ProjectRecord | undefined): EventQuery {
  return { project, since: record?.cursor === undefined ? beginning : record.cursor - eventWindowMs };
}

/** The same event has the same identity in every answer. */
function identityOf({ category, branch, at, link }: DeveloperEvent): string {
  return [category, branch ?? '', at ?? link ?? ''].join('|');
}

/** Latest gate event of each gate. */
export class GateEvents {
  readonly #latest = new Map<string, DeveloperEvent>();

  add(events: readonly DeveloperEvent[]): void {
    for (const event of events) {
      if (event.category !== 'QUALITY_GATE') continue;
      const known = this.#latest.get(gateKey(event));
      if (!known || (event.at ?? 0) >= (known.at ?? 0)) this.#latest.set(gateKey(event), event);
    }
  }

  /** The event of this gate, when it is one that was not seen before this poll. */
  newOf(gate: GateId, record: ProjectRecord | undefined): DeveloperEvent | undefined {
    const event = this.#latest.get(gateKey(gate));
    return event && !record?.events.includes(identityOf(event)) ? event : undefined;
  }
}

/** What answers say for the journal. */
export function sightingsOf(events: readonly DeveloperEvent[]): readonly ProjectSighting[] {
  const projects = new Set(events.map(({ project }) => project));
  return [...projects].map((key) => {
    const own = events.filter(({ project }) => project === key);
    const dates = own.flatMap(({ at }) => at ?? []);
    return { key, events: own.map(identityOf), cursor: dates.length > 0 ? Math.max(...dates) : undefined };
  });
}
