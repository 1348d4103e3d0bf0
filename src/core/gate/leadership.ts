import type { Event } from '../events.ts';

/** Which window polls a connection. */
export interface Leadership {
  /** The epoch under which this window polls the connection; undefined while another window does. */
  epochOf(connection: string): number | undefined;
  /** A write of ours was refused: somebody leads under a higher epoch. */
  stepDown(connection: string): void;
  readonly onDidChange: Event<void>;
}

/** Every window polls for itself. Claims still keep what they find from being told twice. */
export const everyWindowLeads: Leadership = {
  epochOf: () => 0,
  stepDown: () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
};
