import { type Log, redacted } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';

/**
 * Returns a log that writes warnings and errors to standard error, one line each, because standard output carries the
 * protocol.
 */
export function createLog(write: (line: string) => void): Log {
  const ignore = (): void => undefined;
  const line = (level: string) => (message: string) => {
    write(`${level}: ${printable(message.replaceAll('\n', ' '))}\n`);
  };
  return redacted({
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: line('warning'),
    error: line('error'),
  });
}
