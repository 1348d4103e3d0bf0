import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { Terminal } from '../../../src/cli/terminal.ts';

/** Returns the text that a terminal, or a file in its place, gets for an error. */
async function errorIn(env: NodeJS.ProcessEnv, isTTY: boolean): Promise<string> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const stderr = Object.assign(new PassThrough(), { isTTY });
  new Terminal({ env, cwd: '/', stdin, stdout, stderr }).fail('No');
  stderr.end();
  return text(stderr);
}

describe('the colours of service-cli', () => {
  for (const [env, isTTY, isColoured] of [
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, false],
  ] as const)
    it(`are ${isColoured ? 'on' : 'off'} in a ${isTTY ? 'terminal' : 'file'} with ${JSON.stringify(env)}`, async () => {
      assert.equal(await errorIn(env, isTTY), `${isColoured ? '\u001B[31m✗\u001B[39m' : '✗'} No\n`);
    });
});
