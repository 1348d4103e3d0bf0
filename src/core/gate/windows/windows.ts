import * as z from 'zod/mini';
import type { Event } from '../../events.ts';

/** What a window tells the others about itself. */
export const windowRecordSchema = z.object({
  window: z.string(),
  isFocused: z.boolean(),
  /**
   * When it last got the focus, local clock; absent without it. Several windows may say so: an editor in a browser does not
   * notice that it lost the focus while nothing in its page had it.
   */
  focusedAt: z.optional(z.number()),
  /** What it watches, so that the leader of a connection watches it too. */
  gates: z.array(z.object({ connection: z.string(), project: z.string(), branch: z.optional(z.string()) })),
});
export type WindowRecord = z.output<typeof windowRecordSchema>;

/** Where windows find each other. */
export interface WindowBoard {
  /** Replaces what this window said. Rejects with `storage`. */
  publish(record: WindowRecord): Promise<void>;
  /** Of all windows whose process lives, this one included. Rejects with `storage`. */
  read(): Promise<readonly WindowRecord[]>;
  /** Another window may have published. */
  readonly onDidChange: Event<void>;
}
