import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as steps from 'node:fs/promises';
import { join } from 'node:path';
import { applyChanges, type FileChange, type FileSteps } from '../../../src/node/fileTransaction.ts';
import { inTempFolder } from '../../support/cliRun.ts';

/** Every file below a folder with its text, permissions and link target. */
function picture(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) return [path, 'folder'];
      const stats = fs.lstatSync(path);
      return [
        path,
        entry.isSymbolicLink() ? fs.readlinkSync(path) : `${stats.mode} ${fs.readFileSync(path, 'utf8')}`,
      ];
    }),
  );
}

function scene(folder: string): FileChange[] {
  fs.mkdirSync(join(folder, 'real'));
  fs.writeFileSync(join(folder, 'real/hooks.json'), 'hooks', { mode: 0o640 });
  fs.symlinkSync('real/hooks.json', join(folder, 'hooks.json'));
  fs.writeFileSync(join(folder, 'old'), 'old');
  return [
    { path: join(folder, 'hooks.json'), before: Buffer.from('hooks'), after: Buffer.from('changed') },
    { path: join(folder, 'a/b/new'), before: undefined, after: Buffer.from('new') },
    { path: join(folder, 'old'), before: Buffer.from('old'), after: undefined },
  ];
}

/** The real steps, of which call number `failing` throws. */
function failingAt(failing: number): { steps: FileSteps; calls: () => number } {
  let calls = 0;
  const wrapped = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (...args: unknown[]) => {
        if (calls++ === failing)
          return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
        return (step as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { steps: wrapped as unknown as FileSteps, calls: () => calls };
}

describe('applyChanges', () => {
  it('writes, replaces behind links and deletes, and keeps permissions', () =>
    inTempFolder(async (folder) => {
      await applyChanges(scene(folder));
      assert.equal(fs.readFileSync(join(folder, 'real/hooks.json'), 'utf8'), 'changed');
      assert.equal(fs.readlinkSync(join(folder, 'hooks.json')), 'real/hooks.json');
      assert.equal(fs.statSync(join(folder, 'real/hooks.json')).mode & 0o777, 0o640);
      assert.equal(fs.readFileSync(join(folder, 'a/b/new'), 'utf8'), 'new');
      assert.deepEqual(fs.readdirSync(folder).sort(), ['a', 'hooks.json', 'real']);
      assert.deepEqual(fs.readdirSync(join(folder, 'real')), ['hooks.json']);
    }));

  it('leaves everything as it was, whichever step fails', () =>
    inTempFolder(async (outer) => {
      const counted = failingAt(-1);
      await applyChanges(scene(fs.mkdtempSync(join(outer, 'count-'))), counted.steps);
      let failures = 0;
      for (let failing = 0; failing < counted.calls(); failing++) {
        const folder = fs.mkdtempSync(join(outer, 'case-'));
        const changes = scene(folder);
        const before = picture(folder);
        const run = failingAt(failing);
        const failed = await applyChanges(changes, run.steps).then(
          () => false,
          () => true,
        );
        failures += failed ? 1 : 0;
        // What is tolerated is a backup that cannot be cleared away, or a file system without hard links.
        if (failed) assert.deepEqual(picture(folder), before, `step ${failing}`);
        else assert.equal(fs.readFileSync(join(folder, 'hooks.json'), 'utf8'), 'changed', `step ${failing}`);
      }
      assert.ok(failures > 12, `only ${failures} steps could fail`);
    }));

  it('refuses where a file is not what the change was made from', () =>
    inTempFolder(async (folder) => {
      const changes = scene(folder);
      fs.writeFileSync(join(folder, 'old'), 'newer');
      const before = picture(folder);
      await assert.rejects(applyChanges(changes), { code: 'busy' });
      assert.deepEqual(picture(folder), before);
    }));

  it('sets exact permissions where they are asked for', () =>
    inTempFolder(async (folder) => {
      const path = join(folder, 'token');
      fs.writeFileSync(path, 'x', { mode: 0o644 });
      await applyChanges([{ path, before: Buffer.from('x'), after: Buffer.from('y'), mode: 0o600 }]);
      assert.equal(fs.statSync(path).mode & 0o777, 0o600);
    }));

  it('writes through a link to a file that does not exist yet', () =>
    inTempFolder(async (folder) => {
      fs.symlinkSync('dotfiles/hooks.json', join(folder, 'hooks.json'));
      await applyChanges([{ path: join(folder, 'hooks.json'), before: undefined, after: Buffer.from('x') }]);
      assert.equal(fs.readFileSync(join(folder, 'dotfiles/hooks.json'), 'utf8'), 'x');
    }));
});
