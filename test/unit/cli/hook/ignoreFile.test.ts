import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendToIgnoreFile } from '../../../../src/cli/hook/ignoreFile.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { eachFolder } from '../../../support/tempFolder.ts';

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
