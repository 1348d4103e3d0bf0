import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';

/** Time over which the editors that receive the same push event spread their requests to the platform, milliseconds. */
const spread = { spreadMs: z.number() };

/** The first event on every stream: opaque ids of the projects of the relay key, and the salt that makes such ids. */
export const handshakeSchema = z.object({
  salt: z.string(),
  projects: z.array(z.string()),
  /**
   * Differs after each time in which the relay could not store deliveries, such as a restart. Platforms do not repeat
   * deliveries, so clients poll when this value changes.
   */
  run: z.string(),
  /** True while the relay cannot store deliveries: clients poll until a later handshake ends this state. */
  isLogAway: z.optional(z.boolean()),
  ...spread,
});
export type Handshake = z.output<typeof handshakeSchema>;

/**
 * A push event of a relay: something about a project has changed. It carries no other content. Projects have opaque
 * ids, so that neither the stream nor the relay's log reveals what a company works on.
 */
export const pushEventSchema = z.object({
  /** Opaque id, made by `opaqueProjectId`. */
  project: z.string(),
  /** Rises by one with every push event of a relay's log. */
  sequence: z.number(),
  /** When the relay appended the event to its log, milliseconds since the epoch by its clock. */
  at: z.number(),
  ...spread,
});
export type PushEvent = Readonly<Omit<z.output<typeof pushEventSchema>, 'spreadMs'>>;

export const relayEvents = {
  handshake: 'hello',
  pushEvent: 'doorbell',
  /** The reader has lost the push events between its last one and this event, so it must poll all its projects. */
  gap: 'gap',
} as const;

export const relayPaths = {
  pushEvents: '/events',
  /** The former path of push events. Relays answer it until version 6. */
  formerPushEvents: '/doorbells',
  webhook: '/webhook',
  health: '/healthz',
  metrics: '/metrics',
} as const;

/**
 * Returns the id that stands for a project on the wire: 22 characters of base64url. Each relay has its own salt and
 * reveals it to holders of a key only, so that others cannot find the project of an id by trying names.
 */
export function opaqueProjectId(salt: string, projectKey: string): string {
  return createHmac('sha256', salt).update(projectKey).digest('base64url').slice(0, 22);
}

/** A position in the log of one relay. A log that replaces a lost one has another id. */
export interface LogPosition {
  readonly log: string;
  /** Number of an event in the log; greater for a later event. */
  readonly sequence: number;
}

/** Returns a place in the form of an event's `id` and of the header `Last-Event-ID`. */
export function formatLogPosition({ log, sequence }: LogPosition): string {
  return `${log}:${sequence}`;
}

/** Parses a text that `formatLogPosition` has returned. Returns undefined for any other text. */
export function parseLogPosition(text: string): LogPosition | undefined {
  const [, log, digits] = /^([\w-]{1,64}):(\d{1,15})$/.exec(text) ?? [];
  return log === undefined ? undefined : { log, sequence: Number(digits) };
}
