import * as z from 'zod/mini';
import type { Event } from '../../events.ts';

/** The record that a window publishes about itself for the other windows. */
export const windowRecordSchema = z.object({
  window: z.string(),
  isFocused: z.boolean(),
  /**
   * When the window last got the focus, milliseconds since the epoch by the local clock; absent while it does not
   * have the focus. Several windows may have a value: an editor in a browser does not notice that it lost the focus
   * while no element of its page had it.
   */
  focusedAt: z.optional(z.number()),
  /** The gates that the window watches, so that the leader of their connection watches them too. */
  gates: z.array(z.object({ connection: z.string(), project: z.string(), branch: z.optional(z.string()) })),
});
export type WindowRecord = z.output<typeof windowRecordSchema>;

/** Exchanges the records of the windows of one editor. */
export interface WindowRegistryStore {
  /** Replaces the record of this window. Rejects with `storage`. */
  publish(record: WindowRecord): Promise<void>;
  /** Returns the records of all windows whose process lives, including this one. Rejects with `storage`. */
  read(): Promise<readonly WindowRecord[]>;
  /** Fires when another window may have published a record. */
  readonly onDidChange: Event<void>;
}
