import type { FailureCode } from '../../failures.ts';
import { updateConnection, type Journal, type PollRecord, type ProjectRecord } from '../journal/journal.ts';

/** Newest of a project's event identities; the platform gives only the latest gate event of each branch. */
const eventsKept = 32;

/** What a successful answer said about a project. */
export interface ProjectSighting {
  readonly key: string;
  readonly name?: string | undefined;
  /** Newest date among its events, by the platform's clock. */
  readonly cursor?: number | undefined;
  /** Identities of its events. */
  readonly events?: readonly string[] | undefined;
}

/** A new leader: from now on, whatever a lower epoch writes is refused. An epoch that is no higher changes nothing. */
export function takeOver(journal: Journal, uuid: string, epoch: number): Journal {
  return updateConnection(journal, uuid, (record) => (epoch > record.epoch ? { ...record, epoch } : record));
}

/** Gates of another address are another platform's: they are forgotten, and what was not told of them with them. */
export function aimAt(journal: Journal, uuid: string, target: string): Journal {
  const record = journal.connections.find((connection) => connection.uuid === uuid);
  if (record?.target === target) return journal;
  const fresh = record ? forget(journal, uuid) : journal;
  return updateConnection(fresh, uuid, (empty) => ({
    ...empty,
    target,
    epoch: record?.epoch ?? empty.epoch,
    turn: record?.turn ?? empty.turn,
  }));
}

/** Somebody begins to ask. */
export function takeTurn(journal: Journal, uuid: string): Journal {
  return updateConnection(journal, uuid, (record) => ({ ...record, turn: record.turn + 1 }));
}

/** Forgets a connection and everything below it. */
export function forget(journal: Journal, uuid: string): Journal {
  return {
    ...journal,
    connections: journal.connections.filter((record) => record.uuid !== uuid),
    changes: journal.changes.filter(({ connection }) => connection !== uuid),
    mutes: journal.mutes.filter(({ connection }) => connection !== uuid),
  };
}

/** How a poll ended. */
interface PollEnd {
  /** Undefined: it succeeded. */
  readonly trouble?: Trouble | undefined;
  /** Milliseconds to the next poll; undefined: none is planned. */
  readonly nextIn?: number | undefined;
}

/** Why the gates of a connection are not known. `tokenMissing`: nothing was asked. */
export type Trouble = FailureCode | 'tokenMissing';

export function recordEnd(
  journal: Journal,
  uuid: string,
  { trouble, nextIn }: PollEnd,
  now: number,
): Journal {
  return updateConnection(journal, uuid, (record) => {
    const { lastSuccess, failures, failure, eventsRefused } = record.poll;
    const poll: PollRecord = {
      lastSuccess: trouble ? lastSuccess : now,
      failures: trouble ? failures + 1 : 0,
      failure: trouble && { code: trouble, since: failure?.code === trouble ? failure.since : now },
      nextPollAt: nextIn && now + nextIn,
      nextPollIn: nextIn,
      eventsRefused,
    };
    return { ...record, poll };
  });
}

/** Counts failures from now on. The failure itself stays until a poll succeeds, because the gates are as old as before. */
export function resetBackoff(journal: Journal, uuid: string): Journal {
  return updateConnection(journal, uuid, (record) => ({ ...record, poll: { ...record.poll, failures: 0 } }));
}

/** `refused`: why the platform gives no events; undefined: it gives them. */
export function recordEvents(
  journal: Journal,
  uuid: string,
  refused: FailureCode | undefined,
  now: number,
): Journal {
  return updateConnection(journal, uuid, (record) => {
    if (record.poll.eventsRefused?.code === refused && !refused) return record;
    const eventsRefused = refused && { code: refused, since: now };
    return { ...record, poll: { ...record.poll, eventsRefused } };
  });
}

/** Remembers names, cursors and events. A cursor only moves forward. */
export function recordProjects(
  journal: Journal,
  uuid: string,
  sightings: readonly ProjectSighting[],
): Journal {
  return updateConnection(journal, uuid, (record) => {
    const projects = new Map(record.projects.map((project) => [project.key, project]));
    for (const sighting of sightings) {
      const before = projects.get(sighting.key) ?? { key: sighting.key, events: [] };
      const after = merged(before, sighting);
      if (after) projects.set(sighting.key, after);
    }
    const isSame =
      projects.size === record.projects.length &&
      record.projects.every((project) => projects.get(project.key) === project);
    return isSame ? record : { ...record, projects: [...projects.values()] };
  });
}

function merged(
  before: ProjectRecord,
  { name, cursor, events = [] }: ProjectSighting,
): ProjectRecord | undefined {
  const added = events.filter((identity) => !before.events.includes(identity));
  const moved = cursor !== undefined && cursor > (before.cursor ?? -Infinity);
  const renamed = name !== undefined && name !== before.name;
  if (added.length === 0 && !moved && !renamed) return undefined;
  return {
    ...before,
    ...(renamed && { name }),
    ...(moved && { cursor }),
    events: [...before.events, ...added].slice(-eventsKept),
  };
}
