import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../../src/core/failures.ts';
import { updateState } from '../../../../src/node/credentials/cliState.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

describe('updateState', () =>
  it('writes nothing after another process has taken over its lock', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'state.json');
      const update = updateState(path, (state) => {
        writeFileSync(`${path}.lock`, 'the lock of another process');
        return { ...state };
      });
      await assert.rejects(update, (error) => Failure.is(error, 'busy'));
      assert.deepEqual(await readdir(folder), ['state.json.lock']);
    })));
