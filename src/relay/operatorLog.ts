import { printable, printableJson } from '../core/printable.ts';

export type LogFormat = 'text' | 'json';

/** A relay's messages to its operator on standard error. They hold no key, no name of a project and no address of a user. */
export interface OperatorLog {
  readonly info: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Reports an unexpected error with its stack. */
  readonly error: (error: unknown) => void;
}

/**
 * Returns a log that writes one line per message: as text for people, or as JSON `{"time","level","message","stack"?}`
 * for programs that collect logs.
 *
 * @param now Returns milliseconds since the epoch.
 */
export function operatorLog(
  format: LogFormat,
  write: (line: string) => void,
  now: () => number,
): OperatorLog {
  const log = (level: 'info' | 'warn' | 'error', message: string, stack?: string): void => {
    const line =
      format === 'json'
        ? printableJson({ time: new Date(now()).toISOString(), level, message, stack })
        : printable(stack ?? message);
    write(`${line}\n`);
  };
  return {
    info: (message) => {
      log('info', message);
    },
    warn: (message) => {
      log('warn', message);
    },
    error: (error) => {
      if (error instanceof Error) log('error', error.message, error.stack);
      else log('error', String(error));
    },
  };
}
