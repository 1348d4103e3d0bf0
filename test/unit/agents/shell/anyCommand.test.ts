import assert from 'node:assert/strict';
import type { Shell } from '../../../../src/agents/protocol.ts';
import { readCommand } from '../../../../src/agents/shell/readCommand.ts';
import { TooComplex } from '../../../../src/agents/shell/syntax/commandLine.ts';
import { fuzzCommandReader } from '../../../fuzz/commandReader.ts';
import { assertLinear } from '../../../support/growth.ts';

const shells: readonly Shell[] = ['posix', 'powershell', 'cmd'];

/** Reads a command line; a refusal counts as read. */
function read(command: string, shell: Shell): void {
  try {
    readCommand({ command, cwd: '/project', shell }, { home: '/home/a', environment: { A: '.env' } });
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
  }
}

describe('the reader of command lines', function () {
  this.timeout(600_000);

  it('reads or refuses any text, and fails for none [R7]', () => {
    const { cases, crashes } = fuzzCommandReader(Date.now() % 1_000_000, 3_000);
    assert.equal(cases, 3_000);
    assert.deepEqual(crashes, []);
  });

  it('replaces patterns in variables in bounded time', () => {
    const started = performance.now();
    for (const length of [50, 500, 5_000, 50_000])
      for (const pattern of ['//*a*b/', '##*a*a*b', '%%b*b*b', '//a*/', '/[a-z]*[!a]/'])
        read(`f=${'a'.repeat(length)}; cat \${f${pattern}}`, 'posix');
    assert.ok(performance.now() - started < 20_000);
  });

  const patterns =
    "$( ( ` \" ' \\ {a, {a,b} ${ <<A\\n a$a $((  [[ <( a=( x| cat| # $' & ?( !( 1< $a; [ * **/ = @ a=$a$a; x=$x{a,b}; echo$( eval sudo %a $env: <<<a"
      .split(' ')
      .map((pattern) => pattern.replace('\\n', '\n'));
  it('takes a time that grows with the length of the text, and not with its square, for any pattern [R7]', () => {
    for (const shell of shells)
      for (const pattern of patterns)
        for (const before of ['', 'python -c ']) {
          const textOf = (length: number): string =>
            before + `${pattern} `.repeat(Math.floor(length / (pattern.length + 1)));
          const title = `${shell} ${before}${pattern}`;
          assertLinear(
            (length) => {
              read(textOf(length), shell);
            },
            4 * 1024,
            100 * 1024,
            title,
          );
        }
  });
});
