import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printing } from './commandLists.ts';
import { cleanText, secretText } from './shellProject.ts';
import { fieldOf } from '../../../support/lists.ts';

/** Returns what each command prints beside a file `.env` with this text; null for one that did not run. */
async function outputsInBash(text: string): Promise<readonly (string | null)[]> {
  const program = join(import.meta.dirname, 'bashOutputs.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, text], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as readonly (string | null)[];
}

// In a separate file, because it starts a thousand processes and runs no code of the product.
describe('a command that prints a file', function () {
  // Real programs, on a machine that may be busy.
  this.timeout(600_000);

  it('really prints the file in bash, wherever its programs are installed', async () => {
    const [printed, other] = await Promise.all([secretText, cleanText].map(outputsInBash));
    assert.ok(printed && other);
    const ran = printing.flatMap((command, index) => {
      const outputs = [printed[index], other[index]];
      return outputs.includes(null) ? [] : [{ command, outputs }];
    });
    const same = ran.filter(({ outputs: [first, second] }) => first === second);
    assert.deepEqual(fieldOf(same, 'command'), []);
    assert.ok(ran.length > 250, String(ran.length));
  });
});
