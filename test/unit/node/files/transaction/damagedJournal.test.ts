import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../../../src/core/failures.ts';
import { recoverChanges } from '../../../../../src/node/files/transaction/transactionJournal.ts';
import { inTempFolder } from '../../../../support/cliRun.ts';

describe('recoverChanges', () => {
  for (const [what, text] of Object.entries({
    'no JSON': '{',
    'another version': '{"version":2,"steps":[],"folders":[],"isDone":true}',
    'a relative file': '{"version":1,"steps":[{"target":"old","after":null}],"folders":[],"isDone":false}',
    'a relative backup':
      '{"version":1,"steps":[{"target":"/nowhere/a","backup":"old","after":null}],"folders":[],"isDone":true}',
    'a relative folder': '{"version":1,"steps":[],"folders":["empty"],"isDone":false}',
    'a name that no file has':
      '{"version":1,"steps":[{"target":"/a\\u0000b","after":null}],"folders":[],"isDone":false}',
  }))
    it(`keeps a journal with ${what}, and says how to go on`, () =>
      inTempFolder(async (folder) => {
        const journal = join(folder, 'journal.json');
        writeFileSync(journal, text);
        await assert.rejects(
          recoverChanges(journal),
          (error) =>
            Failure.is(error, 'malformed') &&
            error.message.startsWith(`${journal} is damaged`) &&
            error.message.includes('.old') &&
            error.message.endsWith('delete it and run this again.'),
        );
        assert.equal(readFileSync(journal, 'utf8'), text);
      }));
});
