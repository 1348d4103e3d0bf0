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

  function run(files: readonly string[], env: NodeJS.ProcessEnv = {}): unknown {
    // Its failures are intended: `npm test` is not to list them.
    const { CI: _, SERVICE_TEST_RECORDS: __, ...inherited } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, ...files], {
      cwd: root,
      env: { ...inherited, ...env },
      encoding: 'utf8',
    });
    const counts = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      passed: number;
      failed: number;
    };
    return { passed: counts.passed, failed: counts.failed };
  }

  it('counts a test as failed that would pass if it ran again, in CI too', () => {
    const files = [scenario('sound', ''), scenario('once', failingOnce)];
    assert.deepEqual(run(files, { CI: 'true' }), { passed: 3, failed: 1 });
  });

  it('adds up what shards count', () => {
    const files = [scenario('one', failing), scenario('two', failing)];
    assert.deepEqual(run(files, { SHARDS: '2' }), { passed: 2, failed: 2 });
  });

  it('fails when no file matches', () => {
    assert.deepEqual(run([join(folder, 'none.test.cjs')]), { passed: 0, failed: 1 });
  });
});
