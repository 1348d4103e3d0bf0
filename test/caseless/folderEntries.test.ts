import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderEntries } from '../../src/node/files/folderEntries.ts';
import { withTempFolder } from '../support/tempFolder.ts';

describe('on a file system that does not give types with names', () => {
  it('a folder has its files although others come and go', () =>
    withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'a.env'), '');
      const script = `
        const { rmSync, writeFileSync } = require('node:fs');
        for (;;) { writeFileSync(process.argv[1], ''); rmSync(process.argv[1]); if (!said) console.log(said = 'ready'); }`;
      const other = spawn(process.execPath, ['-e', `let said; ${script}`, join(folder, 'b')]);
      try {
        await once(other.stdout, 'data');
        for (let reads = 0; reads < 500; reads++)
          assert.ok(
            folderEntries(folder).some(({ name }) => name === 'a.env'),
            `read ${reads}`,
          );
      } finally {
        other.kill('SIGKILL');
        await once(other, 'exit');
      }
    }));
});
