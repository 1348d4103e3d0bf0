import { messageOf } from './failures.ts';

/** The log that core writes to, such as the editor's `LogOutputChannel`: English, without secrets. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const ignore = (): void => undefined;

/** A log that drops every message, for programs whose users have no log. */
export const noLog: Log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Returns a function that logs errors, such as those of listeners, after these words and a colon. */
export const errorsTo =
  (log: Log, words: string) =>
  (error: unknown): void =>
    log.error(`${words}: ${messageOf(error)}`);

const tokenShapes =
  /\b(?:sq[uapb]_[0-9a-f]{40}|[0-9a-f]{40})\b|\bsrk_[\w-]+|(?<=\b(?:Bearer|Basic) )[\w+/=.~-]+|(?<=:\/\/)[^\s/@]+(?=@)/gi;

/** Replaces tokens, relay keys and credentials of headers and URLs by `***`: a safeguard, as code must not log them. */
export function redact(text: string): string {
  return text.replace(tokenShapes, '***');
}

export function redacted(log: Log): Log {
  return {
    trace: (message) => log.trace(redact(message)),
    debug: (message) => log.debug(redact(message)),
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
  };
}
