import * as z from 'zod/mini';

/**
 * The journal holds the knowledge of all windows of an editor about gates, and the changes that were shown to the user.
 * This one document decides whether something is new. It has lists instead of dictionaries, because `__proto__` is a
 * legal project key.
 */
const gate = z.object({
  project: z.string(),
  /** As in `GateId`. */
  branch: z.optional(z.string()),
  /** The branch of a pull request whose gate counts for it. Old versions drop this; the next poll restores it. */
  head: z.optional(z.string()),
  status: z.string(),
  /** When this status was first observed, milliseconds since the epoch by the local clock. */
  since: z.number(),
  source: z.enum(['poll', 'check', 'webhook', 'doorbell']),
  /** `sequence` of the journal when the status was set. */
  revision: z.number(),
  /** Platform's date of the user's newest issue in events, milliseconds; 0 without one, absent before a first look. */
  issuesAt: z.optional(z.number()),
});
export type GateRecord = z.output<typeof gate>;

/** A gate that the platform does not show: it never existed, or is deleted or forbidden. `gates` keeps its status. */
const hidden = z.object({
  project: z.string(),
  branch: z.optional(z.string()),
  code: z.enum(['notFound', 'forbidden']),
  /** When the poller last looked for it, local clock. */
  at: z.number(),
});
export type HiddenGate = z.output<typeof hidden>;

const project = z.object({
  key: z.string(),
  name: z.optional(z.string()),
  /** The newest date of an event in a successful answer, by the platform's clock. */
  cursor: z.optional(z.number()),
  /** Identities of events already seen, newest last. */
  events: z.array(z.string()),
  /** The last success of a check of single projects, local clock. `poll.lastSuccess` is that of all gates. */
  checkedAt: z.optional(z.number()),
});
export type ProjectRecord = z.output<typeof project>;

const poll = z.object({
  /** The last success of a poll of all gates, local clock. */
  lastSuccess: z.optional(z.number()),
  /** Failed polls since the last success. */
  failures: z.number(),
  failure: z.optional(z.object({ code: z.string(), since: z.number() })),
  /** When the next poll is due, local clock; for users, and for a window that takes over. */
  nextPollAt: z.optional(z.number()),
  /** Milliseconds from the last poll to the next. No window waits longer, even if the clock has jumped. */
  nextPollIn: z.optional(z.number()),
  /** Why the platform refuses events. Statuses do not depend on events, so the platform is polled without them. */
  eventsRefused: z.optional(z.object({ code: z.string(), since: z.number() })),
});
export type PollRecord = z.output<typeof poll>;

const connection = z.object({
  uuid: z.string(),
  /** Base address that the gates were read from. Gates of another address get a new baseline. */
  target: z.string(),
  /** Rises each time another window takes over polling. Writes under a lower epoch are refused. */
  epoch: z.number(),
  /** Number of polls that have begun. Only the last one may enter answers, because others may be older. */
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
  /** Earlier versions drop this. */
  was: z.optional(z.string()),
});

const claim = z.object({
  /** Identifies one attempt to show changes. */
  token: z.string(),
  window: z.string(),
  epoch: z.number(),
  at: z.number(),
  as: z.enum(['toast', 'recap']),
});

const change = z.object({
  /** `sequence` of the journal: unique, and greater for later changes. */
  id: z.number(),
  /** Absent: the status changed. `newIssues`: the user has new issues; `from` and `to` are the status then. */
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
  /** The last attempt to show the change. */
  claim: z.optional(claim),
  /** How the change ended. Absent while the change is pending. */
  outcome: z.optional(z.object({ as: z.enum(['toast', 'recap', 'undone', 'muted']), at: z.number() })),
});
export type ChangeRecord = z.output<typeof change>;

const mute = z.object({
  connection: z.string(),
  /** Absent: the whole connection. */
  project: z.optional(z.string()),
  at: z.number(),
  /** Absent: until the user lifts the mute. */
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

/** Returns the name that the platform last gave a project; undefined before the first. */
export function projectNameOf(journal: Journal, uuid: string, project: string): string | undefined {
  return connectionOf(journal, uuid)?.projects.find(({ key }) => key === project)?.name;
}

function emptyConnection(uuid: string): ConnectionRecord {
  return { uuid, target: '', epoch: 0, turn: 0, poll: { failures: 0 }, gates: [], hidden: [], projects: [] };
}

/** Changes a connection's record, empty at first. Returns the same journal if `change` returns its argument. */
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
