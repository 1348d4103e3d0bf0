import type { FailureCode } from '../../failures.ts';
import {
  connectionOf,
  updateConnection,
  type Journal,
  type PollRecord,
  type ProjectRecord,
} from '../journal/journal.ts';

/** How many event identities of a project are kept. The platform gives only the latest event of each branch. */
const eventsKept = 32;

export interface ProjectObservation {
  readonly key: string;
  readonly name?: string | undefined;
  /** The newest date among its events, milliseconds since the epoch by the platform's clock. */
  readonly cursor?: number | undefined;
  readonly events?: readonly string[] | undefined;
  /** When a check of single projects succeeded, local clock. */
  readonly checkedAt?: number | undefined;
}

/** Records a new leader's epoch, if it is higher. From now on, writes under a lower epoch are refused. */
export function bumpEpoch(journal: Journal, uuid: string, epoch: number): Journal {
  return updateConnection(journal, uuid, (record) => (epoch > record.epoch ? { ...record, epoch } : record));
}

/**
 * Sets the base address of a connection. Another address may mean another platform, so the gates get a new baseline,
 * and pending changes are deleted. The history and the mutes stay: the address of the same platform may have changed,
 * and a project that the user has muted must not notify again because of that. Names stay until the platform gives
 * others, so that views do not fall back to keys.
 */
export function resetWhenTargetChanged(journal: Journal, uuid: string, target: string): Journal {
  const record = connectionOf(journal, uuid);
  if (record?.target === target) return journal;
  const fresh = {
    ...journal,
    connections: journal.connections.filter((connection) => connection !== record),
    changes: journal.changes.filter(({ connection, outcome }) => connection !== uuid || outcome),
  };
  return updateConnection(fresh, uuid, (empty) => ({
    ...empty,
    target,
    epoch: record?.epoch ?? empty.epoch,
    turn: record?.turn ?? empty.turn,
    projects: (record?.projects ?? []).map(({ key, name }) => ({ key, name, events: [] })),
  }));
}

/** Records that a poll begins. Polls that began earlier may no longer write. */
export function beginPoll(journal: Journal, uuid: string): Journal {
  return updateConnection(journal, uuid, (record) => ({ ...record, turn: record.turn + 1 }));
}

interface PollEnd {
  /** Undefined if the poll succeeded. */
  readonly pollError?: PollErrorCode | undefined;
  /** Milliseconds to the next poll; undefined if none is planned. */
  readonly nextIn?: number | undefined;
}

/** Why the gates of a connection are not known. `tokenMissing`: no request was sent. */
export type PollErrorCode = FailureCode | 'tokenMissing';

/** Records how a poll ended. `now`: milliseconds since the epoch, by the local clock. */
export function recordEnd(
  journal: Journal,
  uuid: string,
  { pollError, nextIn }: PollEnd,
  now: number,
): Journal {
  return updateConnection(journal, uuid, (record) => {
    const { lastSuccess, failures, failure, eventsRefused } = record.poll;
    const poll: PollRecord = {
      lastSuccess: pollError ? lastSuccess : now,
      failures: pollError ? failures + 1 : 0,
      failure: pollError && { code: pollError, since: failure?.code === pollError ? failure.since : now },
      nextPollAt: nextIn && now + nextIn,
      nextPollIn: nextIn,
      eventsRefused,
    };
    return { ...record, poll };
  });
}

/** Sets the number of failed polls to 0. The failure stays until a poll succeeds: the gates are still old. */
export function resetBackoff(journal: Journal, uuid: string): Journal {
  return updateConnection(journal, uuid, (record) => ({ ...record, poll: { ...record.poll, failures: 0 } }));
}

/** Records whether the platform gives events. If it does not, `refused` is the reason; otherwise it is undefined. */
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

/** Records names, cursors, events and checks of projects. A cursor only moves forward. */
export function recordProjects(
  journal: Journal,
  uuid: string,
  observations: readonly ProjectObservation[],
): Journal {
  return updateConnection(journal, uuid, (record) => {
    const projects = new Map(record.projects.map((project) => [project.key, project]));
    for (const observation of observations) {
      const before = projects.get(observation.key) ?? { key: observation.key, events: [] };
      const after = merged(before, observation);
      if (after) projects.set(observation.key, after);
    }
    const isSame =
      projects.size === record.projects.length &&
      record.projects.every((project) => projects.get(project.key) === project);
    return isSame ? record : { ...record, projects: [...projects.values()] };
  });
}

function merged(
  before: ProjectRecord,
  { name, cursor, events = [], checkedAt }: ProjectObservation,
): ProjectRecord | undefined {
  const added = events.filter((identity) => !before.events.includes(identity));
  const moved = cursor !== undefined && cursor > (before.cursor ?? -Infinity);
  const renamed = name !== undefined && name !== before.name;
  const checked = checkedAt !== undefined && checkedAt !== before.checkedAt;
  if (added.length === 0 && !moved && !renamed && !checked) return undefined;
  return {
    ...before,
    ...(renamed && { name }),
    ...(moved && { cursor }),
    ...(checked && { checkedAt }),
    events: [...before.events, ...added].slice(-eventsKept),
  };
}
