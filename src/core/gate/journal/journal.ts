import * as z from 'zod/mini';

/**
 * What all windows of an editor know about gates, and what was told to the person: the one document that decides
 * whether something is new. Lists instead of dictionaries: `__proto__` is a legal project key.
 */
const gate = z.object({
  project: z.string(),
  branch: z.optional(z.string()),
  status: z.string(),
  /** When this status was first seen, local clock. */
  since: z.number(),
  source: z.enum(['poll', 'check', 'webhook', 'doorbell']),
  /** `sequence` of the journal when the status was set. */
  revision: z.number(),
  /**
   * Date of the newest issue of the person's own that events have shown, by the platform's clock; 0: there was none.
   * Absent: nobody has looked yet.
   */
  issuesAt: z.optional(z.number()),
});
export type Gate = z.output<typeof gate>;

/** A gate that the platform does not show: never existed, deleted, or no right. The status it may have had stays. */
const hidden = z.object({
  project: z.string(),
  branch: z.optional(z.string()),
  code: z.enum(['notFound', 'forbidden']),
  /** When it was looked for, local clock. */
  at: z.number(),
});
export type HiddenGate = z.output<typeof hidden>;

const project = z.object({
  key: z.string(),
  name: z.optional(z.string()),
  /** Newest date of an event that a successful answer brought, by the platform's clock. */
  cursor: z.optional(z.number()),
  /** Identities of events already seen, newest last. */
  events: z.array(z.string()),
});
export type ProjectRecord = z.output<typeof project>;

const poll = z.object({
  /** Local clock. */
  lastSuccess: z.optional(z.number()),
  /** Failed polls since the last success. */
  failures: z.number(),
  failure: z.optional(z.object({ code: z.string(), since: z.number() })),
  /** Local clock; for people, and for a window that takes over. */
  nextPollAt: z.optional(z.number()),
  /** Milliseconds from the last poll to the next: the longest to wait, should the clock have jumped. */
  nextPollIn: z.optional(z.number()),
  /** Events are decoration: a platform that refuses them is polled without. */
  eventsRefused: z.optional(z.object({ code: z.string(), since: z.number() })),
});
export type PollRecord = z.output<typeof poll>;

const connection = z.object({
  uuid: z.string(),
  /** Base address its gates were read from. Another address is another platform: its gates get a new baseline. */
  target: z.string(),
  /** Rises with each take-over of the poller. What a lower epoch writes is refused. */
  epoch: z.number(),
  /** Counts those who asked the platform. Only the last one to begin may enter answers: all others' may be older. */
  turn: z.number(),
  poll,
  gates: z.array(gate),
  hidden: z.array(hidden),
  projects: z.array(project),
});
export type ConnectionRecord = z.output<typeof connection>;

const condition = z.object({
  metric: z.string(),
  comparator: z.optional(z.string()),
  threshold: z.optional(z.string()),
  actual: z.optional(z.string()),
});

const claim = z.object({
  /** Names this one attempt to tell. */
  token: z.string(),
  window: z.string(),
  epoch: z.number(),
  at: z.number(),
  as: z.enum(['toast', 'recap']),
});

const change = z.object({
  /** `sequence` of the journal: unique, and later changes have greater ones. */
  id: z.number(),
  /** Absent: the gate's status. `newIssues`: the person has new issues, and `from` and `to` are what the gate was. */
  category: z.optional(z.enum(['newIssues'])),
  connection: z.string(),
  project: z.string(),
  branch: z.optional(z.string()),
  from: z.string(),
  to: z.string(),
  at: z.number(),
  source: z.enum(['poll', 'check', 'webhook', 'doorbell']),
  link: z.optional(z.string()),
  cause: z.optional(z.enum(['analysis', 'issueChange'])),
  analysedAt: z.optional(z.number()),
  conditions: z.optional(z.array(condition)),
  /** The last attempt to tell it. */
  claim: z.optional(claim),
  /** How it ended. Absent: it is still to be told. */
  outcome: z.optional(z.object({ as: z.enum(['toast', 'recap', 'undone', 'muted']), at: z.number() })),
});
export type Change = z.output<typeof change>;

const mute = z.object({
  connection: z.string(),
  /** Absent: the whole connection. */
  project: z.optional(z.string()),
  at: z.number(),
  /** Absent: until it is lifted. */
  until: z.optional(z.number()),
});
export type Mute = z.output<typeof mute>;

export const journalSchema = z.object({
  version: z.literal(1),
  /** Rises with every accepted status and every write; never falls. */
  sequence: z.number(),
  connections: z.array(connection),
  changes: z.array(change),
  mutes: z.array(mute),
});
export type Journal = z.output<typeof journalSchema>;

export const emptyJournal: Journal = { version: 1, sequence: 0, connections: [], changes: [], mutes: [] };

export function connectionOf(journal: Journal, uuid: string): ConnectionRecord | undefined {
  return journal.connections.find((record) => record.uuid === uuid);
}

function emptyConnection(uuid: string): ConnectionRecord {
  return { uuid, target: '', epoch: 0, turn: 0, poll: { failures: 0 }, gates: [], hidden: [], projects: [] };
}

/** Changes one connection's record; `change` gets an empty one where there is none. */
export function updateConnection(
  journal: Journal,
  uuid: string,
  change: (record: ConnectionRecord) => ConnectionRecord,
): Journal {
  const known = connectionOf(journal, uuid);
  const before = known ?? emptyConnection(uuid);
  const after = change(before);
  if (after === before) return journal;
  const connections = known
    ? journal.connections.map((record) => (record === known ? after : record))
    : [...journal.connections, after];
  return { ...journal, connections };
}
