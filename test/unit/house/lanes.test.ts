import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part, PartResult } from '../../../scripts/lanes.ts';

const root = join(import.meta.dirname, '../../..');
const runner = `
  import { runInLanes } from './scripts/lanes.ts';
  const results = await runInLanes(JSON.parse(process.argv[1]), 2, process.env);
  console.log(JSON.stringify(results));`;

/** A part of this JavaScript. */
const part = (name: string, code: string): Part => ({ name, command: [process.execPath, '-e', code] });
const passing = (name: string): Part => part(name, "console.log('1 passed, 0 failed')");

describe('lanes', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-lanes-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  interface Ran {
    readonly results: readonly PartResult[];
    readonly stdout: readonly string[];
    readonly stderr: readonly string[];
  }

  function runParts(...parts: readonly Part[]): Ran {
    const args = ['--input-type=module', '-e', runner, JSON.stringify(parts)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const lines = stdout.trimEnd().split('\n');
    const results = JSON.parse(lines.pop() ?? '') as PartResult[];
    return { results, stdout: lines, stderr: stderr.trimEnd().split('\n') };
  }

  /** JavaScript that goes on when another part has come to this point too. */
  const meet = (own: string, other: string): string => `
    const { existsSync, writeFileSync } = require('node:fs');
    writeFileSync(${JSON.stringify(join(folder, own))}, '');
    const look = setInterval(() => {
      if (!existsSync(${JSON.stringify(join(folder, other))})) return;
      clearInterval(look);
      console.log('${own} met ${other}');
      console.log('1 passed, 0 failed');
    }, 5);`;

  it('run two parts at the same time', () => {
    const { results } = runParts(part('a', meet('a', 'b')), part('b', meet('b', 'a')));
    assert.deepEqual(results.map(({ name, passed, failed }) => [name, passed, failed]).sort(), [
      ['a', 1, 0],
      ['b', 1, 0],
    ]);
  });

  it('print the output of a part together, without its closing line', () => {
    const { stdout } = runParts(
      part('a', `console.log('a begins'); ${meet('a', 'b')}`),
      part('b', `console.log('b begins'); ${meet('b', 'a')}`),
    );
    const [a, b] = [
      ['a begins', 'a met b'],
      ['b begins', 'b met a'],
    ];
    assert.deepEqual(stdout, (stdout[0] === 'a begins' ? [a, b] : [b, a]).flat());
  });

  it('end a part that takes too long, with what it started, and count it as failed', () => {
    const leaves = `require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      console.log('1 passed, 0 failed');`;
    const { results, stderr } = runParts({ ...part('a', leaves), limitMs: 600 });
    assert.deepEqual(
      results.map(({ passed, failed }) => [passed, failed]),
      [[1, 1]],
    );
    assert.match(stderr.join('\n'), /a: ended, because it took longer than 0\.01 minutes/);
  });

  it('add up what the closing lines say', () => {
    const { results } = runParts(part('a', "console.log('7 passed, 2 failed')"));
    assert.deepEqual(
      results.map(({ passed, failed }) => [passed, failed]),
      [[7, 2]],
    );
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

  it('run the other parts after one that failed', () => {
    const { results } = runParts(part('a', 'process.exit(1)'), passing('b'), passing('c'));
    assert.deepEqual(results.map(({ name }) => name).sort(), ['a', 'b', 'c']);
  });

  it('let a part that can wait run with a lower priority, and other parts with that of this process', () => {
    const until = (priority: string): string => `
      const { getPriority } = require('node:os');
      const look = setInterval(() => {
        if (!(${priority})) return;
        clearInterval(look);
        clearTimeout(late);
        console.log('1 passed, 0 failed');
      }, 5);
      const late = setTimeout(() => process.exit(1), 20_000);`;
    const { results } = runParts(
      { ...part('waits', until(`getPriority() >= Math.min(${getPriority()} + 1, 10)`)), canWait: true },
      part('other', until(`getPriority() === ${getPriority()}`)),
    );
    assert.deepEqual(results.map(({ name, passed }) => [name, passed]).sort(), [
      ['other', 1],
      ['waits', 1],
    ]);
  });

  it('name what passed only when it was run again', () => {
    const { results } = runParts(
      part('a', "console.log('Flaky: the wizard opens'); console.log('1 passed, 0 failed')"),
    );
    assert.deepEqual(results[0]?.flaky, ['the wizard opens']);
  });

  it('print the output of running parts when they are ended', () => {
    const talks = part('a', `console.log('a begins'); ${meet('a', 'never')}`);
    const ends = part('b', `${meet('b', 'a')} process.once('exit', () => process.kill(process.ppid));`);
    const args = ['--input-type=module', '-e', endable, JSON.stringify([talks, ends])];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    assert.equal(status, 143);
    assert.match(stdout, /^a begins$/m);
  });
});

const endable = `import { exitOnSignals } from './scripts/processGroup.ts'; exitOnSignals(); ${runner}`;
