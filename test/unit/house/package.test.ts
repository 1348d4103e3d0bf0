import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Metafile } from 'esbuild';
import { vsixContents, vsixFiles, writeVsix } from '../../../scripts/packagedExtension.ts';
import { run } from '../../../scripts/processGroup.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { assertNone } from '../../support/lists.ts';

const root = join(import.meta.dirname, '../../..');
const kilobyte = 1024;

describe('package', () => {
  const folder = temporaryFolder('package');

  before(async () => {
    await run(process.execPath, ['scripts/build.ts'], root);
  });

  it('has every bundle in place at every moment of a build', async () => {
    const outdir = join(folder, 'dist');
    const build = (): Promise<string> =>
      run(process.execPath, ['scripts/build.ts', '--outdir', outdir], root);
    await build();
    const files = readdirSync(outdir);
    assert.ok(files.includes('extension.js') && files.includes('cli.js'), files.join(' '));
    writeFileSync(join(outdir, 'leftover.js'), '');

    const bytes = new Map(files.map((file) => [file, statSync(join(outdir, file)).size]));
    const progress = { isDone: false };
    const built = build().finally(() => (progress.isDone = true));
    while (!progress.isDone) {
      for (const [file, size] of bytes) assert.equal(statSync(join(outdir, file)).size, size, file);
      await setImmediate();
    }
    await built;
    assert.deepEqual(readdirSync(outdir), files, 'what is left over is removed');
  });

  it('makes the editor wait for 20 KB, and reads 200 KB at its start', () => {
    const { outputs } = JSON.parse(readFileSync(join(root, 'dist/meta.json'), 'utf8')) as Metafile;
    const waited = parsedAtOnce(outputs, 'dist/extension.js');
    // The chunk that every start loads as soon as the editor has gone on.
    const size = waited + parsedAtOnce(outputs, 'dist/app.js');
    assert.ok(waited > 0 && size > waited);
    assert.ok(waited <= 20 * kilobyte, `${(waited / kilobyte).toFixed(0)} KB`);
    assert.ok(size <= 200 * kilobyte, `${(size / kilobyte).toFixed(0)} KB`);
  });

  it('starts the tool server with 50 KB, which have no code of others', () => {
    const { outputs } = JSON.parse(readFileSync(join(root, 'dist/meta.json'), 'utf8')) as Metafile;
    const { bytes = NaN, inputs = {} } = outputs['dist/tools.js'] ?? {};
    assert.ok(bytes <= 50 * kilobyte, `${(bytes / kilobyte).toFixed(0)} KB`);
    assertNone(Object.keys(inputs), (file) => file.includes('node_modules'));
  });

  it('makes a VSIX of at most 1.6 MB', async () => {
    const size = statSync(await writeVsix(folder)).size;
    assert.ok(size <= 1.6 * kilobyte * kilobyte, `${(size / kilobyte).toFixed(0)} KB`);
  });

  it('puts into the VSIX what test/fixtures/vsix-files.txt lists, and nothing else', async () => {
    const golden = readFileSync(join(root, 'test/fixtures/vsix-files.txt'), 'utf8').trim().split('\n');
    assert.deepEqual([...(await vsixContents()).keys()].sort(), golden);
  });

  it('puts the pictures of the marketplace page, which needs no clone, and of the walkthrough into the VSIX', async () => {
    const page = (await vsixContents()).get('README.md');
    assert.ok(page && 'from' in page);
    const readme = readFileSync(page.from, 'utf8');
    assert.doesNotMatch(readme, /npm ci|\]\(docs\//u);
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const pictures = [readme.matchAll(/!\[[^\]]*\]\(([^):]+)\)/g), manifest.matchAll(/"image": "([^"]+)"/g)]
      .flatMap((found) => [...found])
      .map(([, path = '']) => path);
    assert.notEqual(pictures.length, 0);
    const files = await vsixFiles();
    assertNone(pictures, (path) => !files.includes(path));
  });
});

/** A bundle with all it loads before it runs; chunks behind an `import()` are not among that. */
function parsedAtOnce(outputs: Metafile['outputs'], file: string, seen = new Set<string>()): number {
  const output = outputs[file];
  if (output === undefined || seen.has(file)) return 0;
  seen.add(file);
  const loaded = output.imports.filter(
    ({ path, kind }) => path.startsWith('./') && kind !== 'dynamic-import',
  );
  return loaded.reduce(
    (sum, { path }) => sum + parsedAtOnce(outputs, join('dist', path), seen),
    output.bytes,
  );
}
