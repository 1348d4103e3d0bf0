import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const teller = `
  import { tellStories } from './scripts/stories.ts';
  const files = process.argv.slice(1);
  console.log(JSON.stringify(await tellStories({ files, editor: '1.139.1', timeoutMs: 1000 })));`;

describe('telling stories', function () {
  // Each is told by a mocha of its own, which loads the harness.
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-stories-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file of a test that passes and of one with this body. */
  function story(name: string, body: string): string {
    const file = join(folder, `${name}.test.cjs`);
    writeFileSync(
      file,
      `const { existsSync, writeFileSync } = require('node:fs');
       describe('${name}', () => { it('passes', () => {}); it('may not', () => { ${body} }); });`,
    );
    return file;
  }

  const failing = "throw new Error('always');";
  const failingOnce = `if (existsSync(__filename + '.told')) return;
    writeFileSync(__filename + '.told', '');
    throw new Error('once');`;

  interface Told {
    readonly counts: unknown;
    readonly flaky: readonly string[];
  }

  function tell(files: readonly string[], env: NodeJS.ProcessEnv = { CI: 'true' }): Told {
    const { CI: _, ...inherited } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', teller, ...files], {
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

  it('forgives in CI what fails once, and names it', () => {
    assert.deepEqual(tell([story('sound', ''), story('flaky', failingOnce)]), {
      counts: { passed: 3, failed: 0 },
      flaky: ['Flaky: flaky may not'],
    });
  });

  it('fails what fails twice', () => {
    assert.deepEqual(tell([story('flaky', failingOnce), story('broken', failing)]), {
      counts: { passed: 2, failed: 1 },
      flaky: ['Flaky: flaky may not'],
    });
  });

  it('forgives nothing where somebody looks on', () => {
    assert.deepEqual(tell([story('flaky', failingOnce)], {}), {
      counts: { passed: 1, failed: 1 },
      flaky: [],
    });
  });

  it('forgives nothing where many fail', () => {
    const files = ['one', 'two', 'three'].map((name) => story(name, failingOnce));
    assert.deepEqual(tell(files), { counts: { passed: 3, failed: 3 }, flaky: [] });
  });

  it('fails when there is nothing to tell', () => {
    assert.deepEqual(tell([join(folder, 'none.test.cjs')]), {
      counts: { passed: 0, failed: 1 },
      flaky: [],
    });
  });
});
