import type { Log } from '../../src/core/log.ts';

/** A log that keeps its lines, so that a test can ask what was said and that no secret was. */
export class CollectingLog implements Log {
  readonly lines: string[] = [];

  trace = (message: string): void => void this.lines.push(message);
  debug = (message: string): void => void this.lines.push(message);
  info = (message: string): void => void this.lines.push(message);
  warn = (message: string): void => void this.lines.push(message);
  error = (message: string): void => void this.lines.push(message);
}
