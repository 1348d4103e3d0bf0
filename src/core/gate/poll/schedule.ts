import type { PollRecord } from '../journal/journal.ts';

export const shortestIntervalMs = 10_000;
const longestBackOffMs = 15 * 60_000;
/** A platform may ask for more, but a person who waits for a gate does not wait a day. */
const longestRetryAfterMs = 3_600_000;
/** How much slower without focus, where the user has not set an interval for it. */
const unfocusedFactor = 5;
/** For so long a platform that is away is polled as often as one that answers. */
const shortOutageMs = 5 * 60_000;
/** Beyond a short outage, the delay grows to this share of the time that the outage has lasted. */
const outageShare = 0.5;
/** While every change is pushed a poll is a safety net. */
const pushedIntervalMs = 15 * 60_000;
/** Windows that start together do not ask together. */
const firstSpreadMs = 1000;

export interface Pace {
  readonly intervalMs: number;
  /** While no window has the focus. Undefined: five times `intervalMs`. One that is shorter counts as `intervalMs`. */
  readonly unfocusedIntervalMs?: number | undefined;
  /** Some window has the focus. */
  readonly isFocused: boolean;
  /** Whether changes of all that is watched are pushed. */
  readonly isPushed?: boolean;
  /** In [0, 1). */
  readonly random: number;
}

/** What the last poll says about the next. */
export interface Outlook {
  /** Failed polls in a row. */
  readonly failures: number;
  /** Time since the platform went away, milliseconds. Undefined while it answers, even with a refusal. */
  readonly outageMs?: number | undefined;
  /** What the platform asked us to wait. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the milliseconds from the end of one poll to the next. A platform that is away is polled at the normal interval
 * for five minutes, then ever more seldom. After each refusal the delay doubles. It is never shorter than a `Retry-After`,
 * and jitter keeps editors from polling in step.
 */
export function nextDelay(pace: Pace, { failures, outageMs, retryAfterMs = 0 }: Outlook): number {
  const interval = intervalOf(pace);
  const backedOff =
    outageMs === undefined
      ? Math.min(interval * 2 ** Math.min(failures, 16), Math.max(interval, longestBackOffMs))
      : outageDelay(interval, outageMs);
  return Math.max(
    jittered(backedOff, pace.random),
    Math.min(retryAfterMs, longestRetryAfterMs) * (1 + 0.1 * pace.random),
  );
}

/** Returns the milliseconds to the next request to a platform that has been away for `outageMs`, without jitter. */
export function outageDelay(intervalMs: number, outageMs: number): number {
  const grown = Math.min((outageMs - shortOutageMs) * outageShare, longestBackOffMs);
  return Math.max(intervalMs, grown);
}

/** Returns a delay that is up to a tenth shorter or longer. @param random in [0, 1) */
export function jittered(ms: number, random: number): number {
  return ms * (0.9 + 0.2 * random);
}

/**
 * Milliseconds to the first poll of a window that starts or takes over. It goes on where the last poller was, but
 * never waits longer than a poller of its own would: the clock may have jumped since.
 */
export function firstDelay(pace: Pace, record: PollRecord, now: number): number {
  const soon = pace.random * firstSpreadMs;
  if (record.failure)
    return clamp((record.nextPollAt ?? now) - now, soon, Math.max(soon, record.nextPollIn ?? 0));
  if (record.lastSuccess === undefined) return soon;
  return clamp(record.lastSuccess + intervalOf(pace) - now, soon, intervalOf(pace));
}

function intervalOf({ intervalMs, unfocusedIntervalMs, isFocused, isPushed = false }: Pace): number {
  const focused = Math.max(intervalMs, shortestIntervalMs);
  const unfocused = Math.max(focused, unfocusedIntervalMs ?? focused * unfocusedFactor);
  const polled = isFocused ? focused : unfocused;
  return isPushed ? Math.max(polled, pushedIntervalMs) : polled;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
