import { type Log, redacted } from '../../core/log.ts';
import type { Configuration } from '../definition/configuration.ts';
import type { ToolFilter, Toolset } from '../definition/toolsets.ts';
import type { ListenOptions } from '../http/listenOptions.ts';
import { printable } from '../../core/printable.ts';
import manifest from '../../../package.json' with { type: 'json' };

export interface ToolServerOptions extends ListenOptions {
  /** Undefined: the variables decide. */
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  readonly readOnly: boolean;
}

export const defaultOptions: ToolServerOptions = {
  transport: 'stdio',
  host: '127.0.0.1',
  port: 8080,
  allowedHosts: [],
  allowedOrigins: [],
  certificate: undefined,
  ratePerMinute: 6_000,
  toolsets: undefined,
  readOnly: false,
};

export interface ToolServerConfig {
  readonly configuration: Configuration;
  readonly filter: ToolFilter;
  readonly log: Log;
}

/** Returns a log that writes warnings and errors to standard error, one line each. */
export function createLog(write: (line: string) => void): Log {
  const ignore = (): void => undefined;
  const line = (level: string) => (message: string) =>
    write(`${level}: ${printable(message.replaceAll('\n', ' '))}\n`);
  return redacted({
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: line('warning'),
    error: line('error'),
  });
}

export const version: string = manifest.version;
