import { exponentialDelay } from '../../backoff.ts';
import type { PollRecord } from '../journal/journal.ts';

/** Shortest polling interval, milliseconds; shorter settings are raised to it. */
export const shortestIntervalMs = 10_000;
const longestBackOffMs = 15 * 60_000;
/** Longest `Retry-After` that is followed, milliseconds. A user who waits for a gate does not wait a day. */
const longestRetryAfterMs = 3_600_000;
/** How many times longer the interval is without focus, if the user has not set an interval for it. */
const unfocusedFactor = 5;
/** How long an unreachable platform is polled as often as one that answers, milliseconds. */
const shortOutageMs = 5 * 60_000;
/** After a short outage, the delay is this share of the time that the outage has lasted. */
const outageShare = 0.5;
/** Shortest interval while every change is pushed, milliseconds. A poll is a safety net then. */
const pushedIntervalMs = 15 * 60_000;
/** Range of the random delay before a first poll, milliseconds. Windows that start together must not poll together. */
const firstSpreadMs = 1000;

/** The settings and the state of the windows that determine how long a connection waits for its next poll. */
export interface PollCadence {
  /** While a window has the focus. */
  readonly intervalMs: number;
  /** The interval while no window has the focus, at least `intervalMs`. Default: five times `intervalMs`. */
  readonly unfocusedIntervalMs?: number | undefined;
  readonly isFocused: boolean;
  /** Whether the changes of all watched projects are pushed. */
  readonly isPushed?: boolean;
  /** In [0, 1). */
  readonly random: number;
}

/** The facts about the last poll that determine when the next one is due. */
export interface BackoffState {
  /** Failed polls in a row. */
  readonly failures: number;
  /** Milliseconds since the platform became unreachable. Undefined while it answers, even with a refusal. */
  readonly outageMs?: number | undefined;
  /** How many milliseconds the platform asked clients to wait. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the milliseconds from the end of one poll to the next. An unreachable platform is polled at the normal
 * interval for five minutes, then less and less often. After each refusal the delay doubles. The delay is never shorter
 * than a `Retry-After` of up to an hour. Jitter keeps editors from polling in step.
 */
export function nextDelay(
  cadence: PollCadence,
  { failures, outageMs, retryAfterMs = 0 }: BackoffState,
): number {
  const interval = intervalOf(cadence);
  const backedOff =
    outageMs === undefined
      ? exponentialDelay(failures, interval, Math.max(interval, longestBackOffMs))
      : outageDelay(interval, outageMs);
  return Math.max(
    jittered(backedOff, cadence.random),
    Math.min(retryAfterMs, longestRetryAfterMs) * (1 + 0.1 * cadence.random),
  );
}

/** Returns the milliseconds to the next request to a platform unreachable for `outageMs`, without jitter. */
export function outageDelay(intervalMs: number, outageMs: number): number {
  const grown = Math.min((outageMs - shortOutageMs) * outageShare, longestBackOffMs);
  return Math.max(intervalMs, grown);
}

/** Returns a delay that is up to a tenth shorter or longer. @param random in [0, 1) */
export function jittered(ms: number, random: number): number {
  return ms * (0.9 + 0.2 * random);
}

/**
 * Returns the milliseconds to the first poll of a window that starts or takes over. The window continues the schedule
 * of the last poller, but never waits longer than one full delay, because the clock may have jumped since then.
 */
export function firstDelay(cadence: PollCadence, record: PollRecord, now: number): number {
  const soon = cadence.random * firstSpreadMs;
  if (record.failure)
    return clamp((record.nextPollAt ?? now) - now, soon, Math.max(soon, record.nextPollIn ?? 0));
  if (record.lastSuccess === undefined) return soon;
  return clamp(record.lastSuccess + intervalOf(cadence) - now, soon, intervalOf(cadence));
}

function intervalOf({ intervalMs, unfocusedIntervalMs, isFocused, isPushed = false }: PollCadence): number {
  const focused = Math.max(intervalMs, shortestIntervalMs);
  const unfocused = Math.max(focused, unfocusedIntervalMs ?? focused * unfocusedFactor);
  const polled = isFocused ? focused : unfocused;
  return isPushed ? Math.max(polled, pushedIntervalMs) : polled;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
