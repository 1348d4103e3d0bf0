import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * What a relay tells editors: that something of a project has changed, and nothing else. Projects are named by opaque
 * ids, so that neither the stream nor the relay's log says what a company works on.
 */
export interface Doorbell {
  /** Opaque id, see `opaqueProjectId`. */
  readonly project: string;
  /** Rises by one with every doorbell of a relay's log. */
  readonly sequence: number;
  /** When the relay took it, milliseconds since the epoch by its clock. */
  readonly at: number;
}

/** Over how many milliseconds the editors that hear the same doorbell spread their questions to the platform. */
const spread = { spreadMs: z.number() };

/** First on every stream: what the key covers, and the salt that makes ids of project keys. */
export const helloSchema = z.object({
  salt: z.string(),
  projects: z.array(z.string()),
  /** Another one after each start of the relay: no platform repeats the deliveries that met nobody before it. */
  run: z.string(),
  ...spread,
});
export type Hello = z.output<typeof helloSchema>;

export const doorbellSchema = z.object({
  project: z.string(),
  sequence: z.number(),
  at: z.number(),
  ...spread,
});

/** Names of the events on the wire. */
export const relayEvents = {
  hello: 'hello',
  doorbell: 'doorbell',
  /** Doorbells between this one and the last are lost to this reader: it must ask for everything. */
  gap: 'gap',
} as const;

/** Paths below a relay's address. */
export const relayPaths = {
  doorbells: '/doorbells',
  webhook: '/webhook',
  health: '/healthz',
  metrics: '/metrics',
} as const;

/** The salt is a relay's own and secret from those without a key, so an id cannot be found by trying names. */
export function opaqueProjectId(salt: string, projectKey: string): string {
  return createHmac('sha256', salt).update(projectKey).digest('base64url').slice(0, 22);
}

/** A place in one log. After the log was lost or replaced its id is another one, and old places mean nothing. */
export interface Place {
  readonly log: string;
  readonly sequence: number;
}

/** As `id` of an event and in `Last-Event-ID`. */
export function placeText({ log, sequence }: Place): string {
  return `${log}:${sequence}`;
}

/** Undefined for what is no place. */
export function parsePlace(text: string): Place | undefined {
  const [, log, digits] = /^([\w-]{1,64}):(\d{1,15})$/.exec(text) ?? [];
  return log === undefined ? undefined : { log, sequence: Number(digits) };
}
