/** What core needs of a log; the editor's `LogOutputChannel` satisfies it. Messages are English and hold no secret. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const tokenShapes =
  /\b(?:sq[uapb]_[0-9a-f]{40}|[0-9a-f]{40})\b|(?<=\b(?:Bearer|Basic) )[\w+/=.~-]+|(?<=:\/\/)[^\s/@]+(?=@)/gi;

/** Takes what looks like a token, a credential header or URL user info out of a text. A second net, not the first: nothing should log one. */
export function redact(text: string): string {
  return text.replace(tokenShapes, '***');
}

/** A log whose every message has passed `redact`. */
export function redacted(log: Log): Log {
  return {
    trace: (message) => {
      log.trace(redact(message));
    },
    debug: (message) => {
      log.debug(redact(message));
    },
    info: (message) => {
      log.info(redact(message));
    },
    warn: (message) => {
      log.warn(redact(message));
    },
    error: (message) => {
      log.error(redact(message));
    },
  };
}
