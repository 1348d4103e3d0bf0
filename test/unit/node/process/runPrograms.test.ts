import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../../src/core/failures.ts';
import { runScript, runUserCommand } from '../../../../src/node/process/runPrograms.ts';
import { temporaryFolder } from '../../../../scripts/temporaryFolder.ts';

describe('runUserCommand', () => {
  const folder = temporaryFolder('user-command');
  const file = join(folder, 'out.json');
  const record = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.cwd(), ...process.argv.slice(1)]))`;

  it('passes each argument as one word, without a shell, and runs in the home folder [R4]', async () => {
    const words = ['$(id)', 'a b; rm -rf /', '"quoted"', "it's", '%PATH%', ''];
    await runUserCommand(process.execPath, ['-e', record, '--', ...words]);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), [homedir(), ...words]);
  });

  it('names the program and the exit code of a failure, and no argument', () =>
    assert.rejects(
      runUserCommand(process.execPath, ['-e', 'process.exit(3)', 'secret-name']),
      (error: unknown) =>
        Failure.is(error, 'storage') &&
        error.message.includes('ended with 3') &&
        !error.message.includes('secret-name'),
    ));

  it('does not find a program in the working directory', async () => {
    const program = join(folder, 'here');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const name of ['here', './here'])
        await assert.rejects(runUserCommand(name, []), /is not on the search path/);
    } finally {
      process.chdir(before);
    }
  });
});

describe('runScript', () => {
  const folder = temporaryFolder('own-script');
  const script = join(folder, 'script.js');

  it('returns the output also for an exit code that the caller accepts', async () => {
    writeFileSync(script, "process.stdout.write('found'); process.exitCode = 51;");
    assert.equal(await runScript(script, [], folder, { accepts: [0, 51] }), 'found');
    await assert.rejects(runScript(script, [], folder), (error) => Failure.is(error, 'storage'));
  });

  it('ends the script and rejects with cancelled when the signal aborts', async () => {
    writeFileSync(script, 'setInterval(() => {}, 1000);');
    const controller = new AbortController();
    const running = runScript(script, [], folder, { signal: controller.signal });
    controller.abort();
    await assert.rejects(running, (error) => Failure.is(error, 'cancelled'));
  });
});
