import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Unreadable } from '../../../../../src/agents/protocol.ts';
import { glob, isFolder, list, readAny } from '../../../../../src/cli/hook/shell/files.ts';
import { endlessTime, limitThatEnds, noTime } from '../../../../support/timeLimits.ts';
import { assertNone } from '../../../../support/lists.ts';
import { eachFolder, put } from '../../../../support/tempFolder.ts';

const isRoot = process.getuid?.() === 0;
const MiB = 1024 * 1024;

describe('the files that a command may print', () => {
  let folder: string;
  eachFolder((made) => (folder = made));

  const at = (name: string): string => join(folder, name);
  const write = (name: string, content: string | Uint8Array = ''): string => put(at(name), content);
  const named = (paths: readonly string[]): string[] =>
    paths.map((path) => path.slice(folder.length + 1).replaceAll(sep, '/'));

  describe('readAny', () => {
    it('returns the text of a file, and one character per byte of a file that is not text', () => {
      assert.equal(readAny(write('text', 'né')), 'né');
      assert.equal(readAny(write('empty')), '');
      assert.equal(readAny(write('program', Uint8Array.of(0x7f, 0xff, 0x41))), '\x7f\xffA');
    });

    it('returns undefined for a folder and a missing file', () => {
      assert.equal(readAny(folder), undefined);
      assert.equal(readAny(at('missing')), undefined);
      assert.equal(readAny(join(write('file'), 'below')), undefined);
    });

    it('returns undefined for a file that the user cannot read', function () {
      if (isRoot) this.skip();
      const path = write('closed', 'text');
      chmodSync(path, 0);
      assert.equal(readAny(path), undefined);
    });

    it('fails for a file that cannot be read now, but may be read when the command runs', function () {
      if (process.platform === 'win32') this.skip();
      const script = `
        import { openSync } from 'node:fs';
        import { isFolder, list, readAny } from ${JSON.stringify(import.meta.resolve('../../../../../src/cli/hook/shell/files.ts'))};
        const [, path, folder] = process.argv;
        try { for (;;) openSync('/dev/null'); } catch {}
        for (const read of [() => readAny(path), () => list(folder, { globs: [], skipsHidden: false })])
          try { console.log(read()); } catch (error) { console.log(error.code); }`;
      const args = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath];
      const run = ['--input-type=module-typescript', '-e', script, write('text', 'text'), folder];
      assert.equal(execFileSync('sh', [...args, ...run], { encoding: 'utf8' }), 'EMFILE\nEMFILE\n');
    });

    it('does not wait for the writer of a pipe', function () {
      if (process.platform === 'win32') this.skip();
      execFileSync('mkfifo', [at('pipe')]);
      assert.equal(readAny(at('pipe')), undefined);
    });

    it('reads files of the system, which have no size', function () {
      if (process.platform !== 'linux') this.skip();
      assert.match(readAny('/proc/self/status') ?? '', /^Name:/);
    });

    it('leaves no descriptor open', function () {
      if (process.platform !== 'linux') this.skip();
      const open = (): number => readdirSync('/proc/self/fd').length;
      const before = open();
      for (let index = 0; index < 5; index++) readAny(write('text', 'né'));
      assert.equal(open(), before);
    });

    it('reads a file of 8 MiB completely, and the first and last 4 MiB of a larger one', () => {
      const path = write('large', 'start');
      truncateSync(path, 8 * MiB);
      assert.equal(readAny(path)?.length, 8 * MiB);
      const marked = Buffer.alloc(8 * MiB + 2, 'a');
      marked.set(Buffer.from('bc'), 4 * MiB);
      marked.set(Buffer.from('ef'), 8 * MiB);
      const text = readAny(write('larger', marked));
      assert.equal(text?.length, 8 * MiB);
      assert.deepEqual(
        [text.indexOf('b'), text.indexOf('c'), text.indexOf('e'), text.endsWith('aef')],
        [-1, -1, 8 * MiB - 2, true],
      );
    });
  });

  describe('list', () => {
    it('finds files by patterns with braces, and does not take an excluded name for a wanted one', () => {
      write('.env');
      write('sub/a.md');
      for (const globs of [['!*.lock'], ['*.{txt,env}'], ['{sub/b,.env}'], ['*.txt', '!x', '.env']])
        assert.equal(named(list(folder, { globs, skipsHidden: false })).includes('.env'), true, globs.join());
      assert.deepEqual(named(list(folder, { globs: ['*.{md,txt}', '!x'], skipsHidden: false })), [
        'sub/a.md',
      ]);
    });

    const everything = { globs: [], skipsHidden: false };

    it('returns a file itself, and nothing for a missing path', () => {
      const file = write('a.txt');
      assert.deepEqual(list(file, everything), [file]);
      assert.deepEqual(list(at('missing'), everything), []);
    });

    it('returns nothing for a path that the system refuses', () => {
      symlinkSync('loop', at('loop'));
      for (const path of [at('n'.repeat(300)), at('loop'), at('a\0b')])
        assert.deepEqual(list(path, everything), []);
    });

    it('returns the files of all folders below, those first whose names suggest secrets', () => {
      for (const name of ['a.txt', 'b.env', 'sub/c.txt', 'sub/deep/id_rsa', 'sub/.npmrc']) write(name);
      const found = named(list(folder, everything));
      assert.deepEqual(found.slice(0, 3).sort(), ['b.env', 'sub/.npmrc', 'sub/deep/id_rsa']);
      assert.deepEqual(found.slice(3).sort(), ['a.txt', 'sub/c.txt']);
    });

    it('searches folders of dependencies and generated files last', () => {
      for (const name of ['node_modules/a/a.env', 'dist/b.env', 'z/c.env', 'd.env']) write(name);
      const found = named(list(folder, everything));
      assert.deepEqual(found.slice(0, 2), ['d.env', 'z/c.env']);
      assert.deepEqual(found.slice(2).sort(), ['dist/b.env', 'node_modules/a/a.env']);
    });

    it('leaves out hidden files and folders when the search does', () => {
      for (const name of ['.env', '.hidden/a.txt', 'b.txt']) write(name);
      assert.deepEqual(named(list(folder, { globs: [], skipsHidden: true })), ['b.txt']);
      assert.equal(list(folder, everything).length, 3);
    });

    it('compares the names of files with the last part of each pattern, whatever the case', () => {
      for (const name of ['a.PY', 'sub/b.py', 'sub/.c.py', 'd.ts', 'e.txt']) write(name);
      const find = (...globs: string[]) => named(list(folder, { globs, skipsHidden: false })).sort();
      assert.deepEqual(find('*.py'), ['a.PY', 'sub/.c.py', 'sub/b.py']);
      assert.deepEqual(find('other/**/*.py', '*.ts'), ['a.PY', 'd.ts', 'sub/.c.py', 'sub/b.py']);
      assert.equal(find('sub/').length, 5);
    });

    it('does not follow links to folders, which may lead around in circles', () => {
      write('sub/a.txt');
      symlinkSync('..', at('sub/up'));
      assert.deepEqual(named(list(folder, everything)).sort(), ['sub/a.txt', 'sub/up']);
    });

    it('returns at most 3,000 files, those with suggestive names among them', () => {
      for (let index = 0; index < 3_000; index++) write(`${index}.txt`);
      write('zz.env');
      const found = list(folder, everything);
      assert.deepEqual([found.length, found[0]], [3_000, at('zz.env')]);
    });

    it('refuses more files for a command that prints whole files, without those of dependencies', () => {
      const whole = { ...everything, isWhole: true };
      for (let index = 0; index < 3_000; index++) write(`${index}.txt`);
      write('node_modules/a');
      assert.equal(list(folder, whole).length, 3_000);
      write('one-more');
      const tooMany = { message: 'prints more files than can be checked' };
      assert.throws(() => list(folder, whole), tooMany);
      assert.throws(() => glob(folder, '**/*', false, endlessTime), tooMany);
      assert.equal(list(folder, { ...whole, globs: ['*.txt'] }).length, 3_000);
    });
  });

  describe('isFolder', () => {
    it('is true for folders and links to them only', () => {
      write('sub/a.txt');
      symlinkSync('sub', at('link'));
      assert.deepEqual(
        ['sub', 'link', '.'].map((name) => isFolder(at(name))),
        [true, true, true],
      );
      const others = ['sub/a.txt', 'sub/a.txt/below', 'missing', 'n'.repeat(300), 'a\0b'];
      assertNone(others, (name) => isFolder(at(name)));
    });
  });

  describe('glob', () => {
    const find = (pattern: string, { matchesDots = false } = {}): string[] =>
      named(glob(folder, pattern, matchesDots, endlessTime)).sort();
    beforeEach(() => {
      for (const name of ['a.txt', 'b.txt', '.c.txt', 'sub/a.txt', 'sub/deep/a.txt', 'other/a.ts'])
        write(name);
    });

    it('expands wildcards in the names of files and of folders', () => {
      assert.deepEqual(find('*.txt'), ['a.txt', 'b.txt']);
      assert.deepEqual(find('*/a.*'), ['other/a.ts', 'sub/a.txt']);
      assert.deepEqual(find('*'), ['a.txt', 'b.txt', 'other', 'sub']);
      assert.deepEqual(find('s?b/./deep//*'), ['sub/deep/a.txt']);
      assert.deepEqual(find('*.none'), []);
      assert.deepEqual(find('*/*'), ['other/a.ts', 'sub/a.txt', 'sub/deep'], 'takes no file for a folder');
    });

    it('matches names with a dot only when the program does', () => {
      assert.deepEqual(find('*.txt', { matchesDots: true }), ['.c.txt', 'a.txt', 'b.txt']);
    });

    it('keeps parts without wildcards, without their escapes', () => {
      write('[x]/a.txt');
      assert.deepEqual(find(String.raw`\[x\]/*`), ['[x]/a.txt']);
      assert.deepEqual(find('sub/../*.txt'), ['a.txt', 'b.txt']);
    });

    it('reads an absolute pattern from its root, and no other from there', () => {
      assert.equal(glob(at('sub'), `${folder.replaceAll('\\', '/')}/*.txt`, false, endlessTime).length, 2);
      assert.deepEqual(named(glob(at('sub'), '*.txt', false, endlessTime)), ['sub/a.txt']);
    });

    it('matches any number of folders with two asterisks', () => {
      assert.deepEqual(find('sub/**'), ['sub/a.txt', 'sub/deep/a.txt']);
      assert.deepEqual(find('**/a.txt'), ['a.txt', 'sub/a.txt', 'sub/deep/a.txt']);
      assert.deepEqual(find('*/**/a.ts'), ['other/a.ts']);
      assert.deepEqual(find('**/.c.txt'), ['.c.txt']);
      assert.ok(find('**/deep/a.txt').includes('sub/deep/a.txt'));
    });

    it('fails when the time is over before all names are found', () => {
      for (const pattern of ['*', '*/*', '**/a.txt'])
        assert.throws(() => glob(folder, pattern, false, noTime), Unreadable);
      let looks = 0;
      const endsLater = limitThatEnds(() => ++looks > 2);
      assert.throws(() => glob(folder, '*/*/*', false, endsLater), Unreadable);
    });
  });

  it('are searched up to 20,000 entries of large folders, and never named by a pattern for more', () => {
    for (const name of ['b.env', 'c.env', 'node_modules/a.env']) write(name);
    mkdirSync(at('a'));
    // A link takes one call of the system.
    for (let index = 0; index < 20_000; index++) symlinkSync('nowhere', at(`a/${index}`));
    const match = (): readonly string[] => glob(folder, 'a/*', false, endlessTime);
    assert.equal(match().length, 20_000);
    symlinkSync('nowhere', at('a/one-more'));
    assert.throws(match, { message: 'names more files than can be checked' });
    const find = (): string[] => named(list(folder, { globs: ['*.env'], skipsHidden: false })).sort();
    // With the four entries above them, they are 20,000.
    for (const name of ['one-more', '1', '2', '3', '4']) rmSync(at(`a/${name}`));
    assert.deepEqual(find(), ['b.env', 'c.env']);
    rmSync(at('a/0'));
    assert.deepEqual(find(), ['b.env', 'c.env', 'node_modules/a.env']);
  });
});
