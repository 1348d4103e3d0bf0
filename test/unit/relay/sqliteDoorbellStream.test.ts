import assert from 'node:assert/strict';
import { openDatabase } from '../../../src/relay/database.ts';
import { SqliteDoorbellStream } from '../../../src/relay/sqliteDoorbellStream.ts';
import { withRelayData } from '../../support/relayScene.ts';

describe('SqliteDoorbellStream', () => {
  it('rings for what it has taken, also where old doorbells cannot be dropped', () =>
    withRelayData(async (data) => {
      const db = openDatabase(data);
      db.exec("CREATE TRIGGER stuck BEFORE DELETE ON doorbells BEGIN SELECT RAISE(ABORT, 'stuck'); END");
      const errors: unknown[] = [];
      const onError = (error: unknown) => errors.push(error);
      const stream = new SqliteDoorbellStream({ db, keep: 2, now: () => 1, onError });
      const rung: number[] = [];
      stream.onDoorbell(({ sequence }) => rung.push(sequence));
      for (const digest of ['a', 'b', 'c', 'd']) await stream.append({ project: 'p', digest });
      assert.deepEqual(rung, [1, 2, 3, 4]);
      assert.equal(errors.length, 2);
      db.close();
    }));
});
