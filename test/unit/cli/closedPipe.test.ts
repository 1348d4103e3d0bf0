import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder } from '../../support/cliRun.ts';

const commands = join(import.meta.dirname, '../../../src/entrypoints/commands.ts');

describe('service-cli', () => {
  it('ends silently when the reader of its output has gone, such as head', () =>
    inTempFolder(async (folder) => {
      const key = ['AKIA', 'IOSFODNN7QWERTYU'].join('');
      writeFileSync(join(folder, 'keys.txt'), `key = '${key}'\n`.repeat(3000));
      const args = ['--no-warnings', commands, 'analyze', 'secrets', folder];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      let talk = '';
      child.stderr.on('data', (chunk: Buffer) => (talk += chunk.toString()));
      await once(child.stdout, 'data');
      child.stdout.destroy();
      const [code] = (await once(child, 'close')) as [number];
      assert.doesNotMatch(talk, /EPIPE|Error/);
      assert.equal(code, 1);
    }));

  it('says that its answer is lost where a disk is full', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--no-warnings', commands, '--help'], {
      stdio: ['ignore', full, 'pipe'],
    });
    let talk = '';
    child.stderr?.on('data', (chunk: Buffer) => (talk += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    closeSync(full);
    assert.match(talk, /^Could not write the answer: ENOSPC/);
    assert.equal(code, 1);
  });
});
