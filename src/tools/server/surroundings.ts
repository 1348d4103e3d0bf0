import type { Log } from '../../core/log.ts';
import type { Configuration } from '../launch/configuration.ts';
import type { Narrowing } from '../definition/selection.ts';

/** What both ways of serving start from. */
export interface Surroundings {
  readonly configuration: Configuration;
  readonly narrowing: Narrowing;
  readonly log: Log;
}
