import type { ChangeRecord } from '../../src/core/gate/journal/journal.ts';

/** A pending change of the gate of project `p` from passed to failed, at the time of its number. */
export const changeRecord = (id: number, more: Partial<ChangeRecord> = {}): ChangeRecord => ({
  id,
  connection: 'c',
  project: 'p',
  from: 'OK',
  to: 'ERROR',
  at: id,
  source: 'poll',
  ...more,
});
