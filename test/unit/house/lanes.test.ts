import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Part, PartResult } from '../../../scripts/lanes.ts';
import { fieldsOf } from '../../support/lists.ts';

const root = join(import.meta.dirname, '../../..');
const runner = `
  import { runInLanes } from './scripts/lanes.ts';
  const results = await runInLanes(JSON.parse(process.argv[1]), 2, process.env);
  console.log(JSON.stringify(results));`;

/** A part of this JavaScript. */
const part = (name: string, code: string): Part => ({ name, command: [process.execPath, '-e', code] });

describe('lanes', function () {
  this.timeout(60_000);
  interface Ran {
    readonly results: readonly PartResult[];
    readonly stderr: string;
  }

  function runParts(...parts: readonly Part[]): Ran {
    const args = ['--input-type=module', '-e', runner, JSON.stringify(parts)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    return { results: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as PartResult[], stderr };
  }

  it('end a part that takes too long, with what it started, and count it as failed', () => {
    const leaves = `require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      console.log('1 passed, 0 failed');`;
    const { results, stderr } = runParts({ ...part('a', leaves), limitMs: 600 });
    assert.deepEqual(fieldsOf(results, 'passed', 'failed'), [[1, 1]]);
    assert.match(stderr, /a: ended, because it took longer than 0\.01 minutes/);
  });

  it('add up what the closing lines say', () => {
    const { results } = runParts(part('a', "console.log('7 passed, 2 failed')"));
    assert.deepEqual(fieldsOf(results, 'passed', 'failed'), [[7, 2]]);
  });

  for (const [reason, code] of [
    ['ran no test', "console.log('0 passed, 0 failed')"],
    ['printed no closing line', ''],
    ['ended with another exit code than 0', "console.log('3 passed, 0 failed'); process.exitCode = 1"],
    ['was killed', "console.log('3 passed, 0 failed'); process.kill(process.pid, 'SIGKILL')"],
  ] as const)
    it(`fail a part that ${reason}`, () => {
      const { results } = runParts(part('a', code));
      assert.equal(results[0]?.failed, 1);
    });

  it('count a part without closing line as one test by its exit code', () => {
    const { results } = runParts(
      { ...part('fine', ''), isSingle: true },
      { ...part('bad', 'process.exit(2)'), isSingle: true },
    );
    assert.deepEqual(results.map(({ name, passed, failed }) => [name, passed, failed]).sort(), [
      ['bad', 0, 1],
      ['fine', 1, 0],
    ]);
  });
});
