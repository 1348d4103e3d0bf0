import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { runWithCompiledCode } from '../../../src/cli/compiledCode.ts';
import { digestOf } from '../../../src/cli/digest.ts';
import { builtCli } from '../../support/builtCli.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** Runs a bundle that sets `globalThis.answer`; gives that and what keeps its code. */
function run(folder: string, source: string): { readonly answer: unknown; readonly keep: () => void } {
  const file = join(folder, 'bundle.js');
  writeFileSync(file, source);
  const world = globalThis as { answer?: unknown };
  delete world.answer;
  const keep = runWithCompiledCode(file, { folder: join(folder, 'compiled'), require: createRequire(file) });
  return { answer: world.answer, keep };
}

const moduleUrl = new URL('../../../src/cli/compiledCode.ts', import.meta.url).href;

const kept = (folder: string): string[] => readdirSync(join(folder, 'compiled'));

describe('compiled code of a bundle', () => {
  it('is kept after the first run and taken by the next one', () =>
    withTempFolder((folder) => {
      const source = 'globalThis.answer = [__filename, typeof require, typeof module, this === exports];';
      const first = run(folder, source);
      assert.deepEqual(first.answer, [join(folder, 'bundle.js'), 'function', 'object', true]);
      first.keep();
      const [name = ''] = kept(folder);
      const before = readFileSync(join(folder, 'compiled', name));
      const second = run(folder, source);
      assert.deepEqual(second.answer, first.answer);
      writeFileSync(join(folder, 'compiled', name), 'a mark');
      // It was accepted, so nothing is written over it.
      second.keep();
      assert.equal(readFileSync(join(folder, 'compiled', name), 'utf8'), 'a mark');
      assert.ok(before.length > 0);
    }));

  it('is kept by one scan for secrets, and taken by the next one', async () => {
    const program = join(await builtCli(), 'cli.js');
    await withTempFolder((folder) => {
      const scan = (): number[] => {
        execFileSync(process.execPath, [program, 'analyze', 'secrets', '--stdin'], {
          input: '',
          stdio: 'pipe',
          env: { ...process.env, SERVICE_CACHE: folder },
        });
        return kept(folder).map((name) => statSync(join(folder, 'compiled', name)).mtimeMs);
      };
      const first = scan();
      assert.equal(first.length, 1);
      assert.deepEqual(scan(), first);
    });
  });

  it('is never that of another bundle of the same length, and gives way to the new one', () =>
    withTempFolder((folder) => {
      run(folder, 'globalThis.answer = 1;').keep();
      const second = run(folder, 'globalThis.answer = 2;');
      assert.equal(second.answer, 2);
      second.keep();
      assert.equal(kept(folder).length, 1);
    }));

  it('is also that of the bundles that it requires, each of which runs once', () =>
    withTempFolder((folder) => {
      writeFileSync(
        join(folder, 'chunk.js'),
        'globalThis.runs = (globalThis.runs ?? 0) + 1; module.exports = __filename;',
      );
      const source = `globalThis.answer = [require('./chunk.js'), require('./chunk.js'), require('node:path').sep, globalThis.runs];`;
      const world = globalThis as { runs?: number };
      for (let start = 0; start < 2; start++) {
        delete world.runs;
        const { answer, keep } = run(folder, source);
        assert.deepEqual(answer, [join(folder, 'chunk.js'), join(folder, 'chunk.js'), sep, 1]);
        keep();
        assert.deepEqual(
          kept(folder).map((name) => name.replace(/-.*/, '')),
          ['bundle', 'chunk'],
        );
      }
    }));

  it('is only that of bundles that may run', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'bundle.js');
      writeFileSync(file, 'globalThis.answer = 1;');
      const verify = (path: string): void => {
        throw new Error(`${path} differs`);
      };
      const require = createRequire(file);
      assert.throws(() => runWithCompiledCode(file, { folder, require, verify }), /bundle\.js differs/);
    }));

  // Each start is a separate process: within one process, V8 remembers what it has compiled and does not read
  // the file.
  const damages: Readonly<Record<string, (code: Buffer) => Buffer>> = {
    'is cut off': (code) => code.subarray(0, code.length >> 1),
    'is of something else': () => Buffer.from('something else'),
    'has another number': (code) =>
      Buffer.from(code.toString('latin1').replace('THIRTEEN', 'FOURTEEN'), 'latin1'),
  };
  for (const [what, damage] of Object.entries(damages))
    it(`is replaced when it ${what}`, () =>
      withKeptCode(({ start, path }) => {
        const good = readFileSync(path);
        const damaged = damage(good);
        assert.ok(!damaged.equals(good));
        writeFileSync(path, damaged);
        assert.equal(start(), 'THIRTEEN\n');
        assert.deepEqual(readFileSync(path).length, good.length);
      }));

  const ways: Readonly<Record<string, (path: string, folder: string) => void>> = {
    'is readable for others, as one from a repository': (path) => chmodSync(path, 0o644),
    'is in a folder that others can write': (_, folder) => chmodSync(folder, 0o777),
    'is a link': (path) => {
      renameSync(path, `${path}.other`);
      symlinkSync(`${path}.other`, path);
    },
    ...(process.getuid?.() === 0 && {
      'belongs to another user': (path: string) => chownSync(path, 65_534, 65_534),
    }),
  };
  for (const [what, change] of Object.entries(ways))
    it(`is not run when its file ${what}`, function () {
      if (process.getuid === undefined) this.skip();
      return withKeptCode(({ start, path, folder }) => {
        const code = damages['has another number']?.(readFileSync(path)).subarray(16) ?? Buffer.of();
        writeFileSync(path, Buffer.concat([Buffer.from(digestOf(code)), code]));
        // V8 runs what the file says.
        assert.equal(start(), 'FOURTEEN\n');
        change(path, folder);
        assert.equal(start(), 'THIRTEEN\n');
      });
    });

  it('is skipped if its folder cannot be written', () =>
    withTempFolder((folder) => {
      writeFileSync(join(folder, 'compiled'), 'a file where the folder would be');
      const first = run(folder, 'globalThis.answer = 1;');
      first.keep();
      assert.equal(first.answer, 1);
    }));
});

interface KeptCode {
  /** Runs the bundle in a new process, and returns what it prints: `THIRTEEN`, unless its compiled code says otherwise. */
  readonly start: () => string;
  /** The file of the compiled code, and its folder. */
  readonly path: string;
  readonly folder: string;
}

/** Uses the compiled code of a bundle that has run once. */
function withKeptCode(use: (code: KeptCode) => void): Promise<void> {
  return withTempFolder((base) => {
    const file = join(base, 'bundle.js');
    const folder = join(base, 'compiled');
    writeFileSync(file, 'function later() { return "THIRTEEN"; } console.log(later());');
    const script = `const { runWithCompiledCode } = await import(${JSON.stringify(moduleUrl)});
      const { createRequire } = await import('node:module');
      const options = { folder: ${JSON.stringify(folder)}, require: createRequire(import.meta.url) };
      runWithCompiledCode(${JSON.stringify(file)}, options)();`;
    const start = (): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(start(), 'THIRTEEN\n');
    const [name = ''] = kept(base);
    use({ start, path: join(folder, name), folder });
  });
}
