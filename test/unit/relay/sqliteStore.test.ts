import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteKeys, openSqliteStore } from '../../../src/relay/sqliteStore.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

describe('the store of a single relay', () => {
  it('fires for stored push events, even if old ones cannot be dropped', () =>
    withTempFolder(async (data) => {
      const errors: unknown[] = [];
      const onError = (error: unknown) => errors.push(error);
      const { log, close } = openSqliteStore({ data, keep: 2, keepDays: 30, now: () => 1, onError });
      const db = new DatabaseSync(join(data, 'relay.db'));
      db.exec("CREATE TRIGGER stuck BEFORE DELETE ON doorbells BEGIN SELECT RAISE(ABORT, 'stuck'); END");
      db.close();
      const received: number[] = [];
      log.onAppend(({ sequence }) => received.push(sequence));
      for (const digest of ['a', 'b', 'c', 'd']) await log.append({ project: 'p', digest });
      assert.deepEqual(received, [1, 2, 3, 4]);
      assert.equal(errors.length, 2);
      await close();
    }));

  it('keeps its data in files that only their owner can read [U1]', () =>
    withTempFolder(async (data) => {
      chmodSync(data, 0o755);
      const { close } = openSqliteKeys(data, Date.now);
      for (const file of readdirSync(data)) assert.equal(statSync(join(data, file)).mode & 0o077, 0, file);
      await close();
    }));
});
