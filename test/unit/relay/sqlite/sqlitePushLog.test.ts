import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../../src/relay/sqlite/database.ts';
import { SqlitePushLog } from '../../../../src/relay/sqlite/sqlitePushLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

describe('SqlitePushLog', () => {
  it('fires for stored push events, even if old ones cannot be dropped', () =>
    withTempFolder(async (data) => {
      const db = openDatabase(data);
      db.exec("CREATE TRIGGER stuck BEFORE DELETE ON doorbells BEGIN SELECT RAISE(ABORT, 'stuck'); END");
      const errors: unknown[] = [];
      const onError = (error: unknown) => errors.push(error);
      const stream = new SqlitePushLog({ db, keep: 2, keepDays: 30, now: () => 1, onError });
      const received: number[] = [];
      stream.onAppend(({ sequence }) => received.push(sequence));
      for (const digest of ['a', 'b', 'c', 'd']) await stream.append({ project: 'p', digest });
      assert.deepEqual(received, [1, 2, 3, 4]);
      assert.equal(errors.length, 2);
      db.close();
    }));

  it('keeps its data in files that only their owner can read [U1]', () =>
    withTempFolder((data) => {
      chmodSync(data, 0o755);
      const db = openDatabase(data);
      for (const file of readdirSync(data)) assert.equal(statSync(join(data, file)).mode & 0o077, 0, file);
      db.close();
      return Promise.resolve();
    }));
});
