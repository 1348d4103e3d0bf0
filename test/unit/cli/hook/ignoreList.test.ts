import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  linkSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { appendToIgnoreFile } from '../../../../src/cli/hook/ignoreFile.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { eachFolder, put } from '../../../support/tempFolder.ts';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { missingLines, patternOf, withoutEntries } from '../../../../src/agents/ignoreEntries.ts';
import { inTempFolder } from '../../../support/cliRun.ts';

describe('the lock of an ignore list', () => {
  let root: string;
  let file: string;
  let lock: string;
  eachFolder((folder) => {
    root = folder;
    file = join(root, 'a.env');
    lock = join(root, '.service-guard.lock');
    writeFileSync(file, '');
  });

  const append = (): boolean => appendToIgnoreFile('.ignore', file, [root]);
  const list = (): string => readFileSync(join(root, '.ignore'), 'utf8');
  /** Makes the lock of another hook. */
  const hold = (ageMs: number): void => {
    writeFileSync(lock, '');
    const at = (Date.now() - ageMs) / 1000;
    utimesSync(lock, at, at);
  };

  it('is gone after the list was written, and after it could not be written', () => {
    assert.equal(append(), true);
    assert.deepEqual(readdirSync(root).sort(), ['.ignore', 'a.env']);
    rmSync(join(root, '.ignore'));
    mkdirSync(join(root, '.ignore'));
    assert.equal(append(), false);
    assert.ok(!existsSync(lock));
  });

  it('is waited for up to a second, and is left to the hook that holds it', () => {
    hold(0);
    const start = performance.now();
    assert.equal(append(), true);
    assert.ok(performance.now() - start >= 900);
    assert.equal(list(), listed('/a.env'));
    assert.ok(existsSync(lock));
  });

  it('is removed where a hook that was killed has left it', () => {
    hold(60_000);
    assert.equal(append(), true);
    assert.equal(list(), listed('/a.env'));
    assert.ok(!existsSync(lock));
  });

  it('keeps a file from being listed twice', () => {
    assert.equal(append(), true);
    assert.equal(append(), true);
    assert.equal(list(), listed('/a.env'));
  });

  it('leaves no descriptor open', function () {
    if (process.platform !== 'linux') this.skip();
    const open = (): number => readdirSync('/proc/self/fd').length;
    append();
    const before = open();
    for (let index = 0; index < 5; index++) append();
    assert.equal(open(), before);
  });
});

describe('patternOf', () => {
  const cases: Record<string, string> = {
    'config.env': '/config.env',
    'a/b[1].env': String.raw`/a/b\[1\].env`,
    '!important#1': '/!important#1',
    'what?*.txt': String.raw`/what\?\*.txt`,
    'back\\slash': String.raw`/back\\slash`,
    'trailing  ': String.raw`/trailing\ \ `,
    'two\nlines': '/two?lines',
    'a\r\n!b': '/a??!b',
    'page\f': '/page?',
    'é/ü': '/é/ü',
  };
  for (const [path, pattern] of Object.entries(cases))
    it(`writes ${JSON.stringify(path)} as ${pattern}`, () => {
      assert.equal(patternOf(path), pattern);
    });

  it('hides exactly that file, as git understands patterns', () =>
    inTempFolder((root) => {
      execFileSync('git', ['init', '-q'], { cwd: root });
      const name = fc.stringMatching(/^[ab!#*?[\]\\ .-]{1,6}$/).filter((text) => !/^\.{1,2}$/.test(text));
      fc.assert(
        fc.property(name, name, (path, other) => {
          writeFileSync(join(root, '.gitignore'), `${patternOf(path)}\n`);
          const isHidden = (file: string): boolean => {
            try {
              execFileSync('git', ['check-ignore', '-q', '--no-index', '--', `./${file}`], {
                cwd: root,
                stdio: 'ignore',
              });
              return true;
            } catch {
              return false;
            }
          };
          assert.ok(isHidden(path), path);
          if (other !== path) assert.ok(!isHidden(other), `${other} is hidden by ${patternOf(path)}`);
        }),
        { numRuns: 40 },
      );
    }));
});

describe('missingLines', () => {
  it('adds each line once [LF3]', () => {
    assert.equal(missingLines('', ['/a', '/b', '/a']), listed('/a', '/b'));
    assert.equal(missingLines('/a\n', ['/a']), '');
  });

  it('closes a last line that is open, in the style of the file', () => {
    assert.equal(missingLines('x', ['/a']), `\n${listed('/a')}`);
    assert.equal(missingLines('x\r\ny', ['/a']), `\n${listed('/a')}`.replaceAll('\n', '\r\n'));
  });

  it('adds a line again that a later ! takes back', () => {
    assert.equal(missingLines('/a\n!/a\n', ['/a']), listed('/a'));
  });
});

describe('withoutEntries', () => {
  it('removes what this program added, and keeps the lines of the user', () => {
    const before = `a\n/mine.env\n${listed('/a.env', '/b.env')}!x\n`;
    assert.equal(withoutEntries(before), 'a\n/mine.env\n!x\n');
    assert.equal(
      withoutEntries(before, (pattern) => pattern === '/b.env'),
      `a\n/mine.env\n${listed('/a.env')}!x\n`,
    );
    assert.equal(withoutEntries(listed('/a.env').replaceAll('\n', '\r\n').trimEnd()), '');
  });
});

describe('appendToIgnoreFile', () => {
  const list = (root: string) => readFileSync(join(root, '.cursorignore'), 'utf8');

  it('writes into the innermost root that holds the file', () =>
    inTempFolder((root) => {
      const file = put(join(root, 'part/a.env'));
      assert.ok(appendToIgnoreFile('.cursorignore', file, [root, join(root, 'part')]));
      assert.equal(list(join(root, 'part')), listed('/a.env'));
    }));

  it('writes nothing for a file outside of every root', () =>
    inTempFolder((folder) => {
      mkdirSync(join(folder, 'root'));
      assert.equal(
        appendToIgnoreFile('.cursorignore', put(join(folder, 'a.env')), [join(folder, 'root'), 'relative']),
        false,
      );
    }));

  it('lists a link and the file behind it', () =>
    inTempFolder((root) => {
      put(join(root, 'real.env'));
      symlinkSync('real.env', join(root, 'link.env'));
      assert.ok(appendToIgnoreFile('.cursorignore', join(root, 'link.env'), [root]));
      assert.equal(list(root), listed('/link.env', '/real.env'));
    }));

  it('lists a link that leads out of the root by its own name', () =>
    inTempFolder((folder) => {
      const root = join(folder, 'root');
      mkdirSync(root);
      symlinkSync(put(join(folder, 'outside.env')), join(root, 'link.env'));
      assert.ok(appendToIgnoreFile('.cursorignore', join(root, 'link.env'), [root]));
      assert.equal(list(root), listed('/link.env'));
    }));

  const linked: Record<string, string> = {
    'a file outside of the root': '../profile',
    'a file outside of the root that does not exist yet': '../absent',
    'a file inside that git runs': '.git/hooks/pre-commit',
    'a file inside that does not exist yet': '.git/hooks/post-checkout',
  };
  for (const [what, target] of Object.entries(linked))
    it(`writes nothing through an ignore file that is a link to ${what} [R1]`, () =>
      inTempFolder((folder) => {
        const root = join(folder, 'root');
        const file = put(join(root, '$(touch x)', 'a.env'));
        put(join(folder, 'profile'));
        put(join(root, '.git/hooks/pre-commit'));
        symlinkSync(target, join(root, '.cursorignore'));
        const path = join(root, target);
        const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
        assert.equal(appendToIgnoreFile('.cursorignore', file, [root]), false);
        assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : undefined, before);
      }));

  it('writes nothing to an ignore file with a second name, nor to a pipe', () =>
    inTempFolder((root) => {
      const file = put(join(root, 'a.env'));
      linkSync(put(join(root, 'other'), 'x'), join(root, '.cursorignore'));
      assert.equal(appendToIgnoreFile('.cursorignore', file, [root]), false);
      assert.equal(readFileSync(join(root, 'other'), 'utf8'), 'x');
      unlinkSync(join(root, '.cursorignore'));
      if (process.platform === 'win32') return;
      execFileSync('mkfifo', [join(root, '.cursorignore')]);
      assert.equal(appendToIgnoreFile('.cursorignore', file, [root]), false);
    }));

  it('does not say that a file is hidden whose name is not UTF-8', () =>
    inTempFolder((root) => {
      put(join(root, 'a\uFFFD.env'));
      assert.equal(appendToIgnoreFile('.cursorignore', join(root, 'a\uFFFD.env'), [root]), false);
    }));

  it('finds a file through a root that is a link itself', () =>
    inTempFolder((folder) => {
      put(join(folder, 'real/a.env'));
      symlinkSync('real', join(folder, 'root'));
      assert.ok(appendToIgnoreFile('.cursorignore', join(folder, 'root/a.env'), [join(folder, 'root')]));
      assert.equal(list(join(folder, 'real')), listed('/a.env'));
    }));
});
