import type { Log } from '../../core/log.ts';
import type { Configuration } from '../definition/configuration.ts';
import type { ToolFilter } from '../definition/toolFilter.ts';

/** The common input of serving over stdio and over HTTP. */
export interface ToolServerConfig {
  readonly configuration: Configuration;
  readonly filter: ToolFilter;
  readonly log: Log;
}
