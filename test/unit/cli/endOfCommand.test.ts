import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTempFolder } from '../../support/cliRun.ts';

const source = (path: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../src', path)).href);

/** Sends itself a signal while it writes a file, and prints once its work has ended. */
const program = `
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { untilInterrupted } from ${source('cli/interrupted.ts')};
import { writeTextAtomically } from ${source('node/files/textFile.ts')};
await untilInterrupted(async (stop) => {
  const aborted = once(stop, 'abort');
  const written = writeTextAtomically(process.argv[1], 'x'.repeat(32 * 1024 * 1024));
  // The library that writes the file listens for signals until the file is written.
  while (process.listenerCount('SIGHUP') === 0) await setImmediate();
  process.kill(process.pid, process.argv[2]);
  await Promise.all([aborted, written]);
});
process.stdout.write('ended');
`;

describe('a command that is interrupted', () => {
  for (const name of ['SIGINT', 'SIGTERM'])
    it(`ends its work after ${name} while it writes a file`, () =>
      inTempFolder(async (folder) => {
        const args = ['--no-warnings', '--input-type=module', '-e', program, join(folder, 'file'), name];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        let stdout = '';
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
        const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
        assert.deepEqual({ code, signal, stdout }, { code: 0, signal: null, stdout: 'ended' });
      }));
});

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
