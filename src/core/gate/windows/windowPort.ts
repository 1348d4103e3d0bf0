import type { Event } from '../../events.ts';

export interface WindowPort {
  /** Unique among all windows, past and future ones included. */
  readonly id: string;
  isFocused(): boolean;
  /** Fires when the window gains or loses the focus, and when the user is active in it again after a while. */
  readonly onDidChangeFocus: Event<void>;
}
