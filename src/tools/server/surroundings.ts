import type { Log } from '../../core/log.ts';
import type { Configuration } from '../launch/configuration.ts';
import type { Narrowing } from '../definition/selection.ts';

/** The common input of serving over stdio and over HTTP. */
export interface Surroundings {
  readonly configuration: Configuration;
  readonly narrowing: Narrowing;
  readonly log: Log;
}
