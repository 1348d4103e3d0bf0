import { type Log, redacted } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';

/** Warnings and errors to standard error, one line each: standard output belongs to the protocol. */
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
