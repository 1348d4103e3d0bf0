import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const program = `
  import { runScenarios } from './scripts/scenarios.ts';
  const files = process.argv.slice(1);
  const { SHARDS } = process.env;
  const options = { shards: Number(SHARDS ?? 1) };
  console.log(JSON.stringify(await runScenarios({ files, editor: '1.139.1', timeoutMs: 1000, ...options })));`;

describe('runScenarios', function () {
  // Each run starts mocha, which loads the harness.
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-scenarios-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file of a test that passes and of one with this body. */
  function scenario(name: string, body: string): string {
    const file = join(folder, `${name}.test.cjs`);
    writeFileSync(
      file,
      `const { existsSync, writeFileSync } = require('node:fs');
       describe('${name}', () => { it('passes', () => {}); it('may not', () => { ${body} }); });`,
    );
    return file;
  }

  const failing = "throw new Error('always');";
  const failingOnce = `if (existsSync(__filename + '.ran')) return;
    writeFileSync(__filename + '.ran', '');
    throw new Error('once');`;

  interface Run {
    readonly counts: unknown;
    readonly flaky: readonly string[];
  }

  function run(files: readonly string[], env: NodeJS.ProcessEnv = { CI: 'true' }): Run {
    // Its failures are intended: `npm test` is not to list them.
    const { CI: _, SERVICE_TEST_RECORDS: __, ...inherited } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, ...files], {
      cwd: root,
      env: { ...inherited, ...env },
      encoding: 'utf8',
    });
    const lines = stdout.trimEnd().split('\n');
    return {
      counts: JSON.parse(lines.at(-1) ?? ''),
      flaky: lines.filter((line) => line.startsWith('Flaky: ')),
    };
  }

  it('reports a test as flaky in CI when it fails only once', () => {
    assert.deepEqual(run([scenario('sound', ''), scenario('flaky', failingOnce)]), {
      counts: { passed: 3, failed: 0 },
      flaky: ['Flaky: flaky may not'],
    });
  });

  it('counts a test as failed in CI when it fails twice', () => {
    assert.deepEqual(run([scenario('flaky', failingOnce), scenario('broken', failing)]), {
      counts: { passed: 2, failed: 1 },
      flaky: ['Flaky: flaky may not'],
    });
  });

  it('does not repeat failed tests outside CI', () => {
    assert.deepEqual(run([scenario('flaky', failingOnce)], {}), {
      counts: { passed: 1, failed: 1 },
      flaky: [],
    });
  });

  it('adds up what shards count, and forgives nothing when more than two files fail in all of them', () => {
    const files = ['one', 'two', 'three'].map((name) => scenario(name, failingOnce));
    assert.deepEqual(run(files, { CI: 'true', SHARDS: '2' }), {
      counts: { passed: 3, failed: 3 },
      flaky: [],
    });
  });

  it('fails when no file matches', () => {
    assert.deepEqual(run([join(folder, 'none.test.cjs')]), {
      counts: { passed: 0, failed: 1 },
      flaky: [],
    });
  });
});
